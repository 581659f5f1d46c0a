import { useEffect, useState } from 'react'
import { revokeOnceLoaded } from '../contract/ground/revoke-once-loaded'
import { isAbort } from '../contract/ground/thrown'
import type { CardOf } from './share-card'
import { useAttempt } from './use-attempt'

const fileName = '我的手机壳.jpg'

/** Makes the share card, shows it, and saves or sends it. */
export function CardMaker(of: CardOf) {
  const [card, setCard] = useState<{ readonly file: File; readonly url: string } | null>(null)
  const { attempt, busy, problem } = useAttempt({ stays: true })
  useEffect(() => () => revokeOnceLoaded(card?.url ?? ''), [card])
  const make = () =>
    attempt(async () => {
      const { makeShareCard } = await import('./share-card')
      const file = new File([await makeShareCard(of)], fileName, { type: 'image/jpeg' })
      setCard({ file, url: URL.createObjectURL(file) })
    })
  const send = (file: File) =>
    attempt(async () => {
      try {
        await navigator.share({ files: [file] })
      } catch (error) {
        // A buyer who closes the phone's own share sheet has cancelled; that is no error.
        if (!isAbort(error)) throw error
      }
    })
  return (
    <>
      {card === null ? (
        <button type="button" className="primary wide" disabled={busy} onClick={make}>
          {busy ? '正在做图…' : '做成一张图'}
        </button>
      ) : (
        <>
          <img className="share-card" src={card.url} alt="分享图：手机壳、店名和二维码" />
          <p className="hint">长按图片可以保存或发给朋友。</p>
          {canSend(card.file) && (
            <button type="button" className="primary wide" disabled={busy} onClick={() => send(card.file)}>
              发送图片
            </button>
          )}
          <a className="button wide" href={card.url} download={fileName}>
            保存图片
          </a>
        </>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

const canSend = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false
