/**
 * Returns a colour in its stored form, #rrggbb in lower case, from what a seller types: with or without #, three or six digits,
 * also full-width ones. Returns null when it is no colour.
 */
export function readHex(text: string): string | null {
  const digits = text.normalize('NFKC').trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null
}
