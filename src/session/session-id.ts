/** Whether a session may have the id: it is a part of paths, and of keys in a store. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)
