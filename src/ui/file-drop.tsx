import { Button, type ButtonProps } from '@arco-design/web-react'
import { IconUpload } from '@arco-design/web-react/icon'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { filesOfInput, filesOfTransfer, type PickedFile } from '../base/picked-files'
import './file-drop.css'

interface FileButtonProps {
  readonly onFiles: (files: readonly PickedFile[]) => void
  /**
   * Endings offered in the file dialog, such as .png,.jpg; see `acceptOf`. Sellers can still choose other files, so check them.
   */
  readonly accept?: string
  readonly multiple?: boolean
  /** Whether to choose a whole folder, including inner folders. */
  readonly folder?: boolean
  readonly disabled?: boolean
  readonly type?: ButtonProps['type']
  readonly icon?: ReactNode
  /** Label of the button and, for tests, of its input. */
  readonly children: string
}

/** A button that opens the system's file dialog. */
export function FileButton({
  onFiles,
  accept,
  multiple = true,
  folder = false,
  disabled = false,
  type = 'secondary',
  icon = <IconUpload />,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        accept={accept}
        multiple={multiple}
        {...(folder && { webkitdirectory: '' })}
        onChange={(event) => {
          const files = filesOfInput(event.target.files)
          // Allows choosing the same file again after it was removed.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button type={type} icon={icon} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

interface FileDropProps {
  readonly onFiles: (files: readonly PickedFile[]) => void
  /** Called, for example, when a dropped folder could not be read. */
  readonly onProblem?: (error: unknown) => void
  /** Whether to accept pasted files, wherever the focus is except in a text field. */
  readonly paste?: boolean
  readonly disabled?: boolean
  /** Hint about what can be dropped: 把图片或文件夹拖到这里. */
  readonly hint: string
  /** Buttons to choose files, because some clients do not support dropping. */
  readonly children: ReactNode
}

const containsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false
const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

/** Accepts files by drop and paste, and by the buttons inside it. */
export function FileDrop({ onFiles, onProblem, paste = true, disabled = false, hint, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  /** Counts nested enter and leave events: a child is entered before its parent is left, so it is 0 only outside. */
  const depth = useRef(0)
  const acceptFiles = useRef<(transfer: DataTransfer) => void>(() => undefined)
  acceptFiles.current = (transfer) => {
    filesOfTransfer(transfer).then(
      (files) => files.length > 0 && onFiles(files),
      (error: unknown) => onProblem?.(error),
    )
  }
  const listening = paste && !disabled
  useEffect(() => {
    if (!listening) return
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData || !containsFiles(event.clipboardData) || isTextField(event.target)) return
      event.preventDefault()
      acceptFiles.current(event.clipboardData)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [listening])

  const onEnterOrLeave = (change: 1 | -1) => (event: DragEvent) => {
    if (disabled || !containsFiles(event.dataTransfer)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setIsOver(depth.current > 0)
  }
  return (
    <section
      className={isOver ? 'file-drop is-over' : 'file-drop'}
      aria-label={hint}
      onDragEnter={onEnterOrLeave(1)}
      onDragLeave={onEnterOrLeave(-1)}
      onDragOver={(event) => {
        if (!disabled && containsFiles(event.dataTransfer)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (disabled || !containsFiles(event.dataTransfer)) return
        event.preventDefault()
        depth.current = 0
        setIsOver(false)
        acceptFiles.current(event.dataTransfer)
      }}
    >
      <div className="file-drop-buttons">{children}</div>
      <p className="file-drop-hint">{isOver ? '松开鼠标放下' : hint}</p>
    </section>
  )
}
