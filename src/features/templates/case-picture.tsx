/** A drawing of a phone case, for empty states. */
export function CasePicture() {
  return (
    <svg viewBox="0 0 96 120" width="96" height="120" fill="none" aria-hidden="true">
      <rect x="20" y="6" width="56" height="108" rx="12" stroke="currentColor" strokeWidth="2" />
      <rect x="26" y="12" width="20" height="20" rx="6" stroke="currentColor" strokeWidth="2" />
      <circle cx="36" cy="22" r="4" stroke="currentColor" strokeWidth="2" />
      <path d="M34 84l10-13 7 8 6-6 9 11" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <rect x="30" y="48" width="36" height="48" rx="3" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 4" />
    </svg>
  )
}
