// The memory manager of the compiled kernel. It has no collector: objects stay, except those in regions. A region has a fixed size;
// objects that are made between `enterRegion` and `leaveRegion` are placed in it, over those of its last use.

/** Header of an object: its class and size end it, as AssemblyScript reads them. */
const HEADER: usize = 16
const CLASS: usize = 8
const SIZE: usize = 4
const ALIGNMENT: usize = 16
const PAGE: usize = 0x10000

/** End of what is in use, and of the memory, or of the region that was entered. */
let next: usize = aligned(__heap_base)
let end: usize = <usize>memory.size() * PAGE
/** The same outside the region; 0 if none was entered. */
let outerNext: usize = 0
let outerEnd: usize = 0

/** Address of a new region; 0 if there is no memory for it. */
export function newRegion(bytes: i32): i32 {
  if (!hasRoom(bytes)) return 0
  const address = next
  next += bytes
  return <i32>address
}

export function enterRegion(address: i32, bytes: i32): void {
  outerNext = next
  outerEnd = end
  next = address
  end = next + bytes
}

export function leaveRegion(): void {
  next = outerNext
  end = outerEnd
  outerEnd = 0
}

/** Grows the memory if needed, by a quarter, as each growth costs as much as many objects. */
function hasRoom(bytes: usize): bool {
  if (next + bytes <= end) return true
  // A region that is too small is a mistake in its declaration.
  if (outerEnd !== 0) unreachable()
  const pages = <i32>((next + bytes - end + PAGE - 1) / PAGE)
  if (memory.grow(max(pages, memory.size() >> 2)) < 0 && memory.grow(pages) < 0) return false
  end = <usize>memory.size() * PAGE
  return true
}

function aligned(bytes: usize): usize {
  return (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1)
}

// @ts-ignore: decorator
@global @unsafe
export function __new(size: usize, id: u32): usize {
  const bytes = HEADER + aligned(size)
  if (!hasRoom(bytes)) unreachable()
  memory.fill(next, 0, bytes)
  const object = next + HEADER
  next += bytes
  store<u32>(object - CLASS, id)
  store<u32>(object - SIZE, <u32>size)
  return object
}

// @ts-ignore: decorator
@global @unsafe
export function __renew(object: usize, size: usize): usize {
  const before = <usize>load<u32>(object - SIZE)
  const larger = __new(size, load<u32>(object - CLASS))
  memory.copy(larger, object, min(before, size))
  return larger
}

// @ts-ignore: decorator
@global @unsafe
export function __link(_parent: usize, _child: usize, _many: bool): void {}

// @ts-ignore: decorator
@global @unsafe
export function __visit(_object: usize, _cookie: u32): void {}
