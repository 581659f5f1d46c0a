import { useCallback, useEffect, useState } from 'react'
import type { BuyerDesign, BuyerLink } from '../contract/types'
import {
  asBuyerError,
  BuyerError,
  beginAnother,
  beginDesign,
  type DesignKey,
  isPreview,
  readDesign,
  readLink,
  readOfferOf,
  removeDesign,
} from './api'
import { replaceAddress, useBackStep } from './back-steps'
import { CaseChooser } from './case-chooser'
import { goneText, isSubmitted } from './design-facts'
import type { DesignSession } from './design-session'
import { FindDesign } from './find-design'
import { forgetDesign, fragmentOf, keyIn, knownDesigns, rememberDesign, sharedKeyIn } from './known-designs'
import { forgetOpened, keepOpened, lastOpened } from './last-opened'
import { Later, partOf } from './later'
import { knownFor, orderIn, rememberFor } from './platform-order'
import { ProofNotice } from './proof-notice'
import { Notice, Start } from './start'
import { LeaveSheet } from './unsubmitted'
import { loadWorkshop, type Workshop } from './workshop'

const closedPart = partOf(() => import('./closed-design').then(({ ClosedDesign }) => ClosedDesign))
const menuPart = partOf(() => import('./menu').then(({ Menu }) => Menu))
const designsPart = partOf(() => import('./designs').then(({ Designs }) => Designs))
const sharedPart = partOf(() => import('./shared').then(({ Shared }) => Shared))
const shareSheetPart = partOf(() => import('./share-sheet').then(({ ShareSheet }) => ShareSheet))
const returnSheetPart = partOf(() => import('./return-sheet').then(({ ReturnSheet }) => ReturnSheet))

interface Opened {
  readonly key: DesignKey
  readonly session: DesignSession
  readonly offer: BuyerLink
  readonly workshop: Workshop
}

type Screen = 'start' | 'edit' | 'finish' | 'case' | 'designs'

/** The page behind one customization link, or a shared design that its address names. */
export function BuyerApp({ token }: { readonly token: string }) {
  const [sharedKey, setSharedKey] = useState(() => sharedKeyIn(location.hash))
  if (!sharedKey) return <OwnDesigns token={token} />
  const begin = () => {
    replaceAddress(location.pathname + location.search)
    setSharedKey(null)
  }
  return <Later part={sharedPart} sharedKey={sharedKey} onBegin={begin} />
}

function OwnDesigns({ token }: { readonly token: string }) {
  const [link, setLink] = useState<BuyerLink | BuyerError | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [screen, setScreen] = useState<Screen>('start')
  /** The screen on which the design was opened; the phone's back button leads to it from every other one. */
  const [root, setRoot] = useState<Screen>('start')
  const [closed, setClosed] = useState<BuyerDesign | null>(null)
  const [loading, setLoading] = useState(true)
  const [sheet, setSheet] = useState<'menu' | 'share' | 'return' | null>(null)
  /** The screen to which the buyer wants to go although the last changes are not submitted; null while he has not asked. */
  const [leaving, setLeaving] = useState<Screen | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  const openDesign = useCallback(
    (workshop: Workshop, key: DesignKey, design: BuyerDesign, offer: BuyerLink, wanted?: Screen) => {
      if (!isPreview()) rememberDesign(token, key)
      replaceAddress(fragmentOf(key))
      setOpened({ key, session: workshop.openSession(key, design), offer, workshop })
      const first = isSubmitted(design) ? 'finish' : 'edit'
      setRoot(first)
      setScreen(wanted ?? first)
      setNote(null)
      // It is there when the network may be gone.
      menuPart.load().catch(() => undefined)
    },
    [token],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens again
  useEffect(() => {
    let isCurrent = true
    const order = orderIn(location.search)
    const last = order ? knownFor(token, order) : (knownDesigns(token)[0] ?? null)
    const key = keyIn(location.hash) ?? (isPreview() ? null : last)
    // A known design needs this code at once, a new one after the choice of the phone.
    const workshopOfKnown = key ? loadWorkshop().catch(asBuyerError) : null
    const open = async () => {
      const answer = key && (await readDesign(key).catch(asBuyerError))
      const kept = key && answer instanceof BuyerError && answer.isPassing ? lastOpened(token, key.id) : null
      const design = kept?.design ?? answer
      const isThere = design !== null && !(design instanceof BuyerError)
      // The link of a known design is read through the design, because its address may have changed since.
      const offer = kept?.link ?? (await (key && isThere ? readOfferOf(key) : readLink(token)).catch(asBuyerError))
      const workshop = await workshopOfKnown
      if (!isCurrent) return
      setLink(offer)
      setClosed(isThere && offer instanceof BuyerError && !offer.isPassing ? design : null)
      if (key && design && !(offer instanceof BuyerError)) {
        if (!(design instanceof BuyerError)) {
          if (workshop === null || workshop instanceof BuyerError) setLink(workshop)
          else openDesign(workshop, key, design, offer)
        } else if (design.code === 'not-found') {
          forgetDesign(token, key.id)
          if (workshop && !(workshop instanceof BuyerError)) workshop.forgetDraft(key.id)
          forgetOpened(token)
          setNote(goneText)
        } else setLink(design)
      }
      setLoading(false)
      // The first screen is there; what fails to load is loaded with the design.
      loadWorkshop().catch(() => undefined)
    }
    void open()
    return () => {
      isCurrent = false
    }
  }, [token, openDesign, tries])
  useEffect(() => {
    if (!opened) return
    // A hidden page may never be shown again, so unsaved changes are sent at once.
    const save = () => document.visibilityState === 'hidden' && void opened.session.flush()
    document.addEventListener('visibilitychange', save)
    const { session, offer } = opened
    window.addEventListener('online', session.unsent.retry)
    let kept: BuyerDesign | null = null
    const keep = () => {
      const { design, save: state } = session.state.get()
      if (isPreview() || state === 'gone' || design === kept) return
      kept = design
      keepOpened(token, { link: offer, design })
    }
    keep()
    const stopKeeping = session.state.subscribe(keep)
    return () => {
      stopKeeping()
      document.removeEventListener('visibilitychange', save)
      window.removeEventListener('online', session.unsent.retry)
      opened.session.dispose()
    }
  }, [opened, token])

  useBackStep(screen !== root, () => setScreen(root))

  /** Opens a design that the buyer chose in the list of his designs. */
  const openListed = (...of: [key: DesignKey, design: BuyerDesign, offer: BuyerLink, wanted?: Screen]) =>
    void loadWorkshop().then(
      (workshop) => openDesign(workshop, ...of),
      (error: unknown) => setLink(asBuyerError(error)),
    )
  /** Opens a design that was found by its code, also one whose link is no more. */
  const openFound = async (key: DesignKey) => {
    const design = await readDesign(key)
    const offer = await readOfferOf(key).catch(asBuyerError)
    if (!(offer instanceof BuyerError)) {
      const workshop = await loadWorkshop()
      setLink(offer)
      return openDesign(workshop, key, design, offer)
    }
    if (offer.isPassing) throw offer
    if (!isPreview()) rememberDesign(token, key)
    setLink(offer)
    setClosed(design)
    setScreen('start')
  }
  if (screen === 'designs' && link !== null) {
    return (
      <Later
        part={designsPart}
        link={link instanceof BuyerError ? null : link}
        token={token}
        onOpen={(key, design) => (link instanceof BuyerError ? openFound(key) : openListed(key, design, link))}
        onSubmit={(key, design) => !(link instanceof BuyerError) && openListed(key, design, link, 'finish')}
        onFound={openFound}
        onBeginAnother={() => setScreen('start')}
        onBack={() => setScreen(root)}
      />
    )
  }
  if (link instanceof BuyerError) {
    const others = (
      <button type="button" className="wide" onClick={() => setScreen('designs')}>
        我的设计
      </button>
    )
    if (closed)
      return (
        <Later part={closedPart} design={closed} reason={link.message}>
          {others}
        </Later>
      )
    const retry = () => {
      setLink(null)
      setLoading(true)
      setTries((count) => count + 1)
    }
    return (
      <Notice title="打不开这个定制链接" text={link.message} onRetry={link.isPassing ? retry : null}>
        {!link.isPassing && (
          <>
            <p>做过的设计和定制编号还在：</p>
            {knownDesigns(token).length > 0 ? others : <FindDesign onFound={openFound} />}
          </>
        )}
      </Notice>
    )
  }
  if (loading || link === null) return <Notice title="正在打开…" text="" />
  if (!opened || screen === 'start') {
    return (
      <>
        {isPreview() && (
          <p className="hint preview" role="note">
            预览：买家看到的就是这样，这里开始的设计不计入统计。
          </p>
        )}
        {note && (
          <p className="problem" role="note">
            {note}
          </p>
        )}
        <ProofNotice />
        <Start
          link={link}
          onBack={opened && (() => setScreen('edit'))}
          onDesigns={() => setScreen('designs')}
          onBegin={async (start) => {
            const order = orderIn(location.search)
            const workshop = await loadWorkshop()
            const { secret, design } = await beginDesign(token, { ...start, preview: isPreview(), ...(order && { order }) })
            const key = { id: design.id, secret }
            if (order) rememberFor(token, order, key)
            openDesign(workshop, key, design, link)
          }}
        />
      </>
    )
  }

  const { key, session, workshop } = opened
  const { Editor, Finish } = workshop
  const { design, save } = session.state.get()
  if (screen === 'case') {
    return (
      <CaseChooser
        link={link}
        modelId={null}
        onBack={() => setScreen('edit')}
        onChoose={(next) => {
          session.choose(next)
          setScreen('edit')
        }}
      />
    )
  }
  /** Leaves the design; its unsaved changes are sent, and kept on this phone until the server has them. */
  const leaveFor = (next: Screen) => {
    setSheet(null)
    setLeaving(null)
    void session.flush()
    setScreen(next)
  }
  /** Leaves the design for another one; asks first if it has changes that the buyer may take for submitted. */
  const turnTo = (next: Screen) => {
    if (!workshop.isChangedSince(session.state.get())) return leaveFor(next)
    setSheet(null)
    setLeaving(next)
  }
  /** Begins and opens a copy of the design as it is now, or as it was when it was locked. */
  const copy = async (first: 'edit' | 'case') => {
    await session.requireShown()
    const order = orderIn(location.search)
    const begun = await beginAnother(token, key, { preview: isPreview(), ...(order && { order }) })
    setSheet(null)
    openDesign(workshop, { id: begun.design.id, secret: begun.secret }, begun.design, link, first)
  }
  const onCopy = link.closedText === null ? copy : null
  /** Leaves a deleted design and shows the start of a new one. */
  const leaveDeleted = (text: string) => {
    session.discard()
    forgetDesign(token, key.id)
    forgetOpened(token)
    replaceAddress(location.pathname + location.search)
    setSheet(null)
    setOpened(null)
    setRoot('start')
    setScreen('start')
    setNote(text)
  }
  const menu = sheet === 'menu' && (
    <Later
      part={menuPart}
      onShare={() => setSheet('share')}
      isShared={design.isShared}
      onChangeCase={save === 'locked' || link.endedText !== null ? null : () => leaveFor('case')}
      onDesigns={() => turnTo('designs')}
      onReturn={() => setSheet('return')}
      onBeginAnother={() => turnTo('start')}
      onCopy={onCopy && (() => onCopy('edit'))}
      onDelete={
        design.isBound
          ? null
          : async () => {
              await removeDesign(key)
              leaveDeleted('设计已经删除。')
            }
      }
      onClose={() => setSheet(null)}
    />
  )
  const openMenu = () => setSheet('menu')
  return (
    <>
      {screen === 'finish' ? (
        <Finish
          link={link}
          session={session}
          onBack={() => setScreen('edit')}
          onMenu={openMenu}
          onReturn={() => setSheet('return')}
          onCopy={onCopy}
          onGone={() => leaveDeleted(goneText)}
        />
      ) : (
        <Editor
          link={link}
          token={token}
          designKey={key}
          session={session}
          onMenu={openMenu}
          onChangeCase={() => leaveFor('case')}
          onDone={() => setScreen('finish')}
          onGone={() => leaveDeleted(goneText)}
        />
      )}
      {menu}
      {leaving && (
        <LeaveSheet onSubmit={() => leaveFor('finish')} onLeave={() => leaveFor(leaving)} onClose={() => setLeaving(null)} />
      )}
      {sheet === 'share' && (
        <Later part={shareSheetPart} link={link} designKey={key} session={session} onClose={() => setSheet(null)} />
      )}
      {sheet === 'return' && <Later part={returnSheetPart} designKey={key} session={session} onClose={() => setSheet(null)} />}
    </>
  )
}
