import './unsent-list.css'
import { useMemo } from 'react'
import type { DesignDoc } from '../design/model/types'
import { titleOf } from './layer-titles'
import { withUnsent } from './place-photo'
import type { UnsentPhoto, UnsentPhotos, UnsentState } from './unsent-photos'

interface UnsentListProps extends UnsentState {
  readonly unsent: UnsentPhotos
  /** The design as it is shown, whose layers name the photos. */
  readonly doc: DesignDoc
}

/** Returns the design as the buyer sees it; the same one while a photo only makes progress. */
export function useShown(doc: DesignDoc, photos: readonly UnsentPhoto[]): DesignDoc {
  const urls = photos.map(({ url, crop }) => `${url} ${JSON.stringify(crop)}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses and crops tell which photos are shown and how
  return useMemo(() => withUnsent(doc, photos), [doc, urls])
}

/** The photos that are not uploaded yet with their progress, and a message about a photo that was dropped. */
export function UnsentList({ photos, said, unsent, doc }: UnsentListProps) {
  const nameOf = ({ slot }: UnsentPhoto) => {
    const layer = doc.layers.find(({ uuid }) => uuid === slot)
    return layer ? titleOf(layer, 0) : '照片'
  }
  return (
    <>
      {said !== null && (
        <p className="problem" role="alert">
          {said}{' '}
          <button onClick={unsent.hush} type="button">
            知道了
          </button>
        </p>
      )}
      {photos.length > 0 && (
        <ul className="unsent" aria-label="还没有传完的照片">
          {photos.map((photo) => (
            <li key={photo.slot}>
              <img src={photo.url} alt="" />
              <span>
                「{nameOf(photo)}」{stepText(photo)}
                {photo.step === 'sending' && (
                  <progress max={100} value={photo.percent} aria-label={`「${nameOf(photo)}」上传进度`} />
                )}
                {photo.problem && <small role="status">{photo.problem}</small>}
              </span>
              {photo.step === 'waiting' && (
                <button type="button" onClick={unsent.retry}>
                  重试
                </button>
              )}
              <button type="button" aria-label={`取消上传「${nameOf(photo)}」`} onClick={() => unsent.cancel(photo.slot)}>
                取消
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function stepText({ step, percent }: UnsentPhoto): string {
  if (step === 'placing') return '已上传，正在放入…'
  return step === 'waiting' ? '还没有上传，联网后自动上传' : `正在上传 ${percent}%`
}
