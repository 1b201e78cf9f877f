/** Limit of what the kernel keeps open: 16,384 price processes, for example. */
export const MAX_KERNEL_BYTES = 192 << 20

/** In place of a handle: there is no room. */
export const NO_HANDLE = -1
