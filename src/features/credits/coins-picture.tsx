/** A drawing of a stack of coins, for empty states. */
export function CoinsPicture() {
  return (
    <svg viewBox="0 0 120 104" width="120" height="104" fill="none" aria-hidden="true" stroke="currentColor" strokeWidth="2">
      <ellipse cx="46" cy="34" rx="32" ry="14" />
      <path d="M14 34v16c0 8 14 14 32 14s32-6 32-14V34" />
      <path d="M14 50v16c0 8 14 14 32 14s32-6 32-14V50" />
      <circle cx="88" cy="72" r="22" fill="var(--color-bg-1)" />
      <path d="M88 60v24M80 67l8 6 8-6M80 76h16" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
