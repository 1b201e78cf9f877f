/** The compiled kernel, embedded by the build; sources run it as JavaScript. */
export const kernelModule = (): Uint8Array | undefined => undefined
