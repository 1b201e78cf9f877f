/** Text of others, made safe for a terminal: control and format characters become `?`. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
}
