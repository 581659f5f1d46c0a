/** A drawing of a shop front, for empty states. */
export function ShopPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden="true">
      <path
        d="M20 12h80l10 24a12 12 0 01-25 0 12 12 0 01-25 0 12 12 0 01-25 0 12 12 0 01-25 0z"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path d="M18 50v38h84V50" stroke="currentColor" strokeWidth="2" />
      <path d="M64 88V62h24v26M32 62h20v14H32z" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
