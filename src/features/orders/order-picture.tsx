/** A drawing of a parcel with a phone case on it, for empty states. */
export function OrderPicture() {
  return (
    <svg viewBox="0 0 120 110" width="120" height="110" fill="none" aria-hidden="true">
      <path d="M12 36 60 14l48 22v48L60 106 12 84z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path d="M12 36l48 22 48-22M60 58v48" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <rect
        x="70"
        y="60"
        width="22"
        height="32"
        rx="5"
        stroke="currentColor"
        strokeWidth="2"
        transform="skewY(-24) translate(0 37)"
      />
    </svg>
  )
}
