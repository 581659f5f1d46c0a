import { type ReactNode, useEffect, useRef } from 'react'
import { useBackStep } from './back-steps'

interface BottomSheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog at the lower edge, where thumbs reach. The browser keeps the focus in it and closes it by Escape or the back gesture. */
export function BottomSheet({ title, onClose, children }: BottomSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useBackStep(true, onClose)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this closes it by a press outside of it.
    <dialog
      ref={dialog}
      className="bottom-sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div>
        <header>
          <h2>{title}</h2>
          <button type="button" onClick={onClose}>
            关闭
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
