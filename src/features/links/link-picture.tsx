/** A drawing of two links of a chain before a phone, for empty states. */
export function LinkPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden="true">
      <rect x="66" y="6" width="44" height="84" rx="9" stroke="currentColor" strokeWidth="2" />
      <rect x="71" y="11" width="16" height="16" rx="5" stroke="currentColor" strokeWidth="2" />
      <path
        d="M30 56l-9 9a11 11 0 01-15-15l13-13a11 11 0 0115 0M40 40l9-9a11 11 0 0115 15L51 59a11 11 0 01-15 0"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
