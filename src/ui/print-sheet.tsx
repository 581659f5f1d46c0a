import './print-sheet.css'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** Stands above the content: 备货汇总; labels have none. */
  readonly title?: string
  /** Stands beside the title: what is printed, and when. */
  readonly note?: string
  readonly children: ReactNode
}

/**
 * While it is mounted, its content is printed on A4, or on what its style sheet says, in place of the page, by `print()` or by the browser's own command. It is not shown on the
 * screen. A table head is repeated on each sheet.
 */
export function PrintSheet({ title, note, children }: PrintSheetProps) {
  useEffect(() => {
    document.body.classList.add('has-print-sheet')
    return () => document.body.classList.remove('has-print-sheet')
  }, [])
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      {title !== undefined && (
        <h1>
          {title}
          <span>{note}</span>
        </h1>
      )}
      {children}
    </div>,
    document.body,
  )
}
