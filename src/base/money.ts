/** Formats money and credits for sellers; the values are always whole fen and whole credits. */

/** 10000000000 → 10,000,000,000 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** Formats fen as yuan with two decimals: 5000000000 → 50,000,000.00 */
export function yuanText(fen: number): string {
  const digits = String(fen % 100).padStart(2, '0')
  return `${countText(Math.floor(fen / 100))}.${digits}`
}

/** Formats fen as yuan without trailing zeros: 3000 → 30, 30 → 0.3 */
export const shortYuanText = (fen: number): string => yuanText(fen).replace(/\.?0+$/, '')
