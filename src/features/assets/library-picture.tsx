/** A drawing of a stack of pictures, for empty states. */
export function LibraryPicture() {
  return (
    <svg viewBox="0 0 120 104" width="120" height="104" fill="none" aria-hidden="true">
      <rect x="34" y="6" width="80" height="64" rx="8" stroke="currentColor" strokeWidth="2" opacity="0.5" />
      <rect
        x="20"
        y="18"
        width="80"
        height="64"
        rx="8"
        stroke="currentColor"
        strokeWidth="2"
        fill="var(--color-bg-1)"
        opacity="0.8"
      />
      <rect x="6" y="30" width="80" height="68" rx="8" stroke="currentColor" strokeWidth="2" fill="var(--color-bg-1)" />
      <circle cx="28" cy="50" r="6" stroke="currentColor" strokeWidth="2" />
      <path d="M14 88l20-24 14 16 10-10 20 20" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}
