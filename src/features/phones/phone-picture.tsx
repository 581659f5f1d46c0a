/** A drawing of a phone from behind, for empty states. */
export function PhonePicture() {
  return (
    <svg viewBox="0 0 96 120" width="96" height="120" fill="none" aria-hidden="true">
      <rect x="22" y="6" width="52" height="108" rx="10" stroke="currentColor" strokeWidth="2" />
      <rect x="28" y="13" width="22" height="26" rx="6" stroke="currentColor" strokeWidth="2" />
      <circle cx="39" cy="20.5" r="4" stroke="currentColor" strokeWidth="2" />
      <circle cx="39" cy="31.5" r="4" stroke="currentColor" strokeWidth="2" />
      <path d="M42 104h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
