/** A drawing of three case backs over each other, for empty states. */
export function CasesPicture() {
  return (
    <svg viewBox="0 0 120 120" width="120" height="120" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2">
        <path d="M78 22h14a10 10 0 0 1 10 10v66a10 10 0 0 1-10 10H80" />
        <path d="M58 16h18a10 10 0 0 1 10 10v72a10 10 0 0 1-10 10H60" />
        <rect x="18" y="10" width="50" height="100" rx="11" />
        <rect x="24" y="17" width="20" height="22" rx="6" />
        <circle cx="34" cy="28" r="5" />
      </g>
    </svg>
  )
}
