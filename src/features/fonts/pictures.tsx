/** A drawing of a letter on its lines, for empty states. */
export function LetterPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M8 22h104M8 74h104" strokeDasharray="4 4" />
      <path d="M36 74 58 22h4l22 52M44 56h32" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}

/** A drawing of drops of colour, for empty states. */
export function DropsPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <circle cx="60" cy="36" r="22" />
      <circle cx="44" cy="60" r="22" />
      <circle cx="76" cy="60" r="22" />
    </svg>
  )
}
