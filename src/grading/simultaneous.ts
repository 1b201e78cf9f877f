/** Requests within this time of the first count as sent together. */
export const WAVE_MS = 50
