import './shell-panel.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ShellPanelProps {
  readonly icon: ReactNode
  readonly label: string
  /** Content of the panel; it gets the function that closes it. */
  readonly panel: (close: () => void) => ReactNode
}

/** A button below the menu with a panel beside it, which closes at a press elsewhere and at Escape. */
export function ShellPanel({ icon, label, panel }: ShellPanelProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOnOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', closeOnOutside)
    return () => removeEventListener('pointerdown', closeOnOutside)
  }, [open])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the panel from anywhere in it
    <div
      ref={box}
      className="shell-panel-box"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className="shell-link"
        title={label}
        aria-expanded={open}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        <span className="shell-icon">{icon}</span>
        <span className="shell-label">{label}</span>
      </button>
      {open && <div className="shell-panel">{panel(() => setOpen(false))}</div>}
    </div>
  )
}
