import type { PhotoSource } from './commands'
import { Icon, type IconName } from './icon'
import { photoHostIn } from './photo-host'

interface PhotoButtonProps {
  readonly icon: IconName
  readonly label: string
  /** The name of the button for readers of screens. */
  readonly name: string
  readonly isBusy: boolean
  /** Opens the camera instead of the album. */
  readonly isCamera?: boolean
  readonly onPick: (source: PhotoSource) => void
}

/**
 * Chooses a photo by the browser, or by the mini-program that shows the page and offers it. A mini-program asks itself whether to take a
 * photo or to choose one, so it gets no button of its own for the camera.
 */
export function PhotoButton({ icon, label, name, isBusy, isCamera = false, onPick }: PhotoButtonProps) {
  const host = photoHostIn(location.search)
  if (host && isCamera) return null
  if (host) {
    return (
      <button type="button" className="photo-button" disabled={isBusy} aria-label={name} onClick={() => onPick(host)}>
        <Icon name={icon} />
        {isBusy ? '正在上传…' : label}
      </button>
    )
  }
  return (
    <label className={isBusy ? 'photo-button is-busy' : 'photo-button'}>
      <input
        type="file"
        accept="image/*"
        {...(isCamera && { capture: 'environment' as const })}
        disabled={isBusy}
        aria-label={name}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same photo can be picked again.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      <Icon name={icon} />
      {isBusy ? '正在处理…' : label}
    </label>
  )
}
