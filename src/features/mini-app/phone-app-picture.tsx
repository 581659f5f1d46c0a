/** A drawing of a phone with an app on it, for empty states. */
export function PhoneAppPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden="true">
      <rect x="36" y="6" width="48" height="84" rx="8" stroke="currentColor" strokeWidth="2" />
      <rect x="48" y="28" width="24" height="24" rx="6" stroke="currentColor" strokeWidth="2" />
      <path d="M54 14h12M48 62h24M52 70h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
