/** Messages of the program begin in lower case and have no stop. */
export function sentence(words: string): string {
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?:)\]"'`]$/.test(first) ? first : first + ".";
}
