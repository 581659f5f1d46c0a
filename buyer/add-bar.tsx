import type { BuyerLink } from '../contract/types'
import type { PhotoSource } from './commands'
import { Icon } from './icon'
import { PhotoButton } from './photo-button'

interface AddBarProps {
  readonly link: BuyerLink
  /** 'photo' or 'text' while one is added; null while none is. */
  readonly busy: string | null
  readonly onPhoto: (source: PhotoSource) => void
  readonly onLibrary: () => void
  readonly onText: () => void
}

/** Whether the link lets buyers add anything. */
export const canAdd = (link: BuyerLink): boolean => link.imageUploadEnabled || hasAssets(link) || hasTexts(link)

const hasAssets = ({ stickerAssetEnabled, backgroundEnabled, imageAssetEnabled }: BuyerLink): boolean =>
  stickerAssetEnabled || backgroundEnabled || imageAssetEnabled
const hasTexts = ({ textEnabled, fonts }: BuyerLink): boolean => textEnabled && fonts.length > 0

/** The tools while nothing is chosen: each adds a layer. */
export function AddBar({ link, busy, onPhoto, onLibrary, onText }: AddBarProps) {
  return (
    <div className="tools" role="toolbar" aria-label="添加">
      {link.imageUploadEnabled && (
        <>
          <PhotoButton icon="photo" label="照片" name="添加照片" isBusy={busy === 'photo'} onPick={onPhoto} />
          <PhotoButton icon="camera" label="拍照" name="拍照添加" isCamera isBusy={busy === 'photo'} onPick={onPhoto} />
        </>
      )}
      {hasAssets(link) && (
        <button type="button" className="tool" aria-label="添加素材" onClick={onLibrary}>
          <Icon name="sticker" />
          素材
        </button>
      )}
      {hasTexts(link) && (
        <button type="button" className="tool" aria-label="添加文字" disabled={busy === 'text'} onClick={onText}>
          <Icon name="text" />
          文字
        </button>
      )}
    </div>
  )
}
