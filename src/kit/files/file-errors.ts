export type FileReason = readonly [what: string, hint: string]

export const NO_SUCH_FILE: FileReason = ['no such file', 'check the path']
const FORBIDDEN: FileReason = ['permission denied', 'check its permissions']
export const NOT_A_FILE = 'NOT_A_FILE'

const REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: NO_SUCH_FILE,
  ENOTDIR: NO_SUCH_FILE,
  EISDIR: ['this is a directory', 'write the path of a file in it'],
  ELOOP: ['its links form a cycle', 'write the path of a file'],
  ENAMETOOLONG: ['the path is too long', 'write a shorter one'],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  [NOT_A_FILE]: ['this is not a file', 'write the path of a file'],
}

export function fileReason({ code, message }: NodeJS.ErrnoException): FileReason {
  return (
    REASONS[code ?? ''] ?? [
      `reading it fails with ${code ?? message}`,
      'try whether another program can read it',
    ]
  )
}
