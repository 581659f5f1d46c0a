import { useEffect, useState, useSyncExternalStore } from 'react'
import { isAbort } from '../contract/ground/thrown'
import type { BuyerLink } from '../contract/types'
import { type DesignKey, shareDesign, unshareDesign } from './api'
import { BottomSheet } from './bottom-sheet'
import { CardMaker } from './card-maker'
import { colorsFor } from './case-chooser'
import type { DesignSession } from './design-session'
import { sharedFragmentOf } from './known-designs'
import { errorText } from './words'

interface ShareSheetProps {
  readonly designKey: DesignKey
  readonly session: DesignSession
  readonly link: BuyerLink
  readonly onClose: () => void
}

/**
 * The share link, with which others can look at the design until the buyer turns it off. They see what the server has, so the link is made
 * when all photos and changes are there.
 */
export function ShareSheet({ designKey, session, link, onClose }: ShareSheetProps) {
  const { design, doc, chosen } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const { photos, said } = useSyncExternalStore(session.unsent.state.subscribe, session.unsent.state.get)
  const isSending = photos.length > 0
  const color = colorsFor(link, chosen.phoneModelId).find(({ id }) => id === chosen.materialColorId)
  const [address, setAddress] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet shares the design that it was opened with
  useEffect(() => {
    if (isSending || address !== null) return
    let isCurrent = true
    setProblem(null)
    const share = async () => {
      await session.requireShown()
      const { token } = await shareDesign(designKey)
      if (!isCurrent) return
      setAddress(`${location.origin}${location.pathname}${sharedFragmentOf({ id: designKey.id, secret: token })}`)
      session.noteShared(true)
    }
    share().catch((error: unknown) => isCurrent && setProblem(errorText(error)))
    return () => {
      isCurrent = false
    }
  }, [isSending])
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const send = (url: string) =>
    attempt(async () => {
      try {
        await navigator.share({ title: '看看我的手机壳设计', url })
      } catch (error) {
        // A buyer who closes the phone's own share sheet has cancelled; that is no error.
        if (!isAbort(error)) throw error
      }
    })
  const copy = (url: string) =>
    attempt(async () => {
      await navigator.clipboard.writeText(url).catch(() => {
        throw new Error('没有复制成功，请长按上面的地址复制。')
      })
      setNote('已复制，发给朋友就能看。')
    })
  const stop = () =>
    attempt(async () => {
      await unshareDesign(designKey)
      session.noteShared(false)
      onClose()
    })
  return (
    <BottomSheet title="给朋友看看" onClose={onClose}>
      <p>朋友打开后只能看，不能修改，也看不到定制编号。</p>
      {(problem ?? said) !== null && (
        <p className="problem" role="alert">
          {problem ?? said}
        </p>
      )}
      {address === null && (isSending || !problem) && (
        <p className="hint" role="status">
          {isSending ? '照片还没有传完，传完后才有分享的地址，请稍等…' : '正在准备…'}
        </p>
      )}
      {address !== null && (
        <>
          {design.wireframe && (
            <CardMaker
              doc={doc}
              wireframe={design.wireframe}
              paper={color?.color ?? '#fff'}
              look={color?.material.look ?? 'glossy'}
              shopName={link.shopName}
              address={address}
            />
          )}
          <p className="address">{address}</p>
          {typeof navigator.share === 'function' && (
            <button type="button" className="wide" onClick={() => send(address)}>
              发给朋友
            </button>
          )}
          <button type="button" className="wide" onClick={() => copy(address)}>
            复制地址
          </button>
          {note && (
            <p className="hint" role="status">
              {note}
            </p>
          )}
          <button type="button" className="wide danger" onClick={stop}>
            停止分享
          </button>
        </>
      )}
    </BottomSheet>
  )
}
