/** A drawing of a wireframe with its print area, for empty states. */
export function FramePicture() {
  return (
    <svg viewBox="0 0 96 120" width="96" height="120" fill="none" aria-hidden="true">
      <rect x="20" y="6" width="56" height="108" rx="12" stroke="currentColor" strokeWidth="2" />
      <rect x="28" y="14" width="18" height="18" rx="6" stroke="currentColor" strokeWidth="2" />
      <rect x="28" y="38" width="40" height="68" rx="2" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 4" />
      <path d="M8 38h12M76 38h12M8 106h12M76 106h12" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
