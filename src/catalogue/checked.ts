/** The digest of the fixtures that were checked when the package was built, which puts it here; none where it was not. */
export const CHECKED_DIGEST = ''
