/** Numbers of money and credits as sellers read them; always whole fen and whole credits inside. */

/** 10000000000 → 10,000,000,000 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** Fen as yuan with two digits: 5000000000 → 50,000,000.00 */
export function yuanText(fen: number): string {
  const digits = String(fen % 100).padStart(2, '0')
  return `${countText(Math.floor(fen / 100))}.${digits}`
}

/** Fen as yuan with no more digits than it needs: 3000 → 30, 30 → 0.3 */
export const shortYuanText = (fen: number): string => yuanText(fen).replace(/\.?0+$/, '')
