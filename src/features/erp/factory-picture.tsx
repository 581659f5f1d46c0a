/** A drawing of a factory, for empty states. */
export function FactoryPicture() {
  return (
    <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden="true" className="erp-picture">
      <path d="M10 88V46l24 14V46l24 14V46l24 14V12h18l10 76z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path d="M22 72h12v8H22zM46 72h12v8H46zM70 72h12v8H70z" stroke="currentColor" strokeWidth="2" />
      <path d="M86 6c4-4 8 2 12-2s8 1 10-1" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
