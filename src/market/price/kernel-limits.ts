/** Limit of what the kernel keeps open: 16,384 price processes, for example. */
export const MAX_KERNEL_BYTES = 192 << 20

/** Longest text of a key that the kernel derives. Seeds and names are shorter. */
export const MAX_KEY_BYTES = 1024

/** In place of a handle: there is no room. */
export const NO_HANDLE = -1
