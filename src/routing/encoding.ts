/** How a body may be sent so that it takes fewer bytes, in the words of HTTP. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]
