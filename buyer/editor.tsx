import './editor.css'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { BuyerLink } from '../contract/types'
import type { DesignDoc, Layer } from '../design/model/types'
import type { DesignKey } from './api'
import { useBackStep } from './back-steps'
import { caseName } from './case-chooser'
import { useCoarseQuestion } from './coarse-sheet'
import { commandsOn } from './commands'
import { ConsentSheet, mayUsePhotos, rememberConsent } from './consent-sheet'
import { type DesignSession, isChangedSince, isSubmitted } from './design-session'
import { useAboveKeyboard } from './keyboard'
import { type Rights, rightsIn, sampleText } from './layers'
import { Library } from './library'
import { PhotoTools } from './photo-tools'
import { withoutUnsent } from './place-photo'
import { PhotoButton, Place, TextStyle, titleOf } from './places'
import { SaveQuestion } from './save-question'
import { Stage } from './stage'
import { UnsentList, useShown } from './unsent-list'
import { UnsubmittedNote } from './unsubmitted'
import { errorText } from './words'

interface EditorProps {
  readonly link: BuyerLink
  /** Token of the link. */
  readonly token: string
  readonly designKey: DesignKey
  readonly session: DesignSession
  readonly onMenu: () => void
  readonly onChangeCase: () => void
  readonly onDone: () => void
  /** Leaves a design that the server has deleted. */
  readonly onGone: () => void
}

/** The design on its case, and below it the fields for photos and texts, one after another. */
export function Editor({ link, token, designKey, session, onMenu, onChangeCase, onDone, onGone }: EditorProps) {
  const { design, doc, chosen, save, problem, isKept, canUndo, typed } = useSyncExternalStore(
    session.state.subscribe,
    session.state.get,
  )
  const { photos, said: photoSaid } = useSyncExternalStore(session.unsent.state.subscribe, session.unsent.state.get)
  const shown = useShown(doc, photos)
  const isUnsent = (uuid: string) => photos.some(({ slot }) => slot === uuid)
  const [selected, setSelected] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly text: string; readonly doc: DesignDoc } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const [waitingUpload, setUpload] = useState<(() => void) | null>(null)
  const isLocked = save === 'locked' || link.endedText !== null
  const rights = useMemo<Rights>(() => (isLocked ? () => new Set() : rightsIn(design.base, link)), [design.base, link, isLocked])
  /** A photo can be moved only once it is part of the design. */
  const stageRights: Rights = (one) => (isUnsent(one.uuid) ? noRights : rights(one))
  /** Runs a command of the buyer; a failure is shown and changes nothing. */
  const attempt = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(await session.noteGone(error))) setFailure({ text: errorText(error), doc: session.state.get().doc })
    } finally {
      setBusy(null)
    }
  }
  /** Asks for the buyer's consent before the first upload; without it the photo stays on the phone. */
  const withPhoto = (upload: () => void) => {
    if (mayUsePhotos(token)) upload()
    else setUpload(() => upload)
  }
  useBackStep(isLibraryOpen, () => setLibraryOpen(false))
  const screen = useRef<HTMLElement>(null)
  useAboveKeyboard(screen)
  const { ask, sheet: coarseSheet } = useCoarseQuestion()
  const commands = commandsOn({ session, designKey, link, select: setSelected, confirmCoarse: ask })
  // A failure is shown until the design changes: a buyer who goes on has seen it.
  const said = failure?.doc === doc ? failure.text : save !== 'conflict' && save !== 'gone' ? problem : null
  const layer = shown.layers.find(({ uuid }) => uuid === selected) ?? null
  const editable = shown.layers.filter((one) => !one.hidden && rights(one).size > 0)
  const isPlace = (one: Layer) => rights(one).has('picture') || rights(one).has('text')
  const places = editable.filter(isPlace)
  const others = editable.filter((one) => !isPlace(one))
  const color = link.materials.flatMap(({ colors }) => colors).find(({ id }) => id === chosen.materialColorId)?.color
  const name = caseName(link, chosen)
  const isChanged = isChangedSince({ design, save })
  const statusText =
    save === 'offline' && !isKept ? notKeptText : isChanged && save === 'saved' ? '已保存，还没有提交' : saveTexts[save]
  /** Whether a layer shows the buyer's photo, and not the template's sample, which is the seller's picture. */
  const isOwnPhoto = (one: Layer) =>
    one.type === 'IMAGE' &&
    rights(one).has('picture') &&
    design.base.every(({ uuid, imageFileId }) => uuid !== one.uuid || imageFileId !== one.imageFileId)
  const canAddPhoto = link.imageUploadEnabled && !isLocked
  const canAddAsset = !isLocked && (link.stickerAssetEnabled || link.backgroundEnabled || link.imageAssetEnabled)
  const canAddText = link.textEnabled && link.fonts.length > 0 && !isLocked
  const isSample = (one: Layer) =>
    one.type === 'TEXT' &&
    (one.text === sampleText || design.base.some(({ uuid, text }) => uuid === one.uuid && text === one.text))
  /** Draws all typed texts before it goes on, so that no older text is submitted. */
  const finish = () => {
    if (isLocked || Object.keys(typed).length === 0) return onDone()
    void attempt('done', async () => {
      await commands.drawTyped()
      onDone()
    })
  }
  const row = (place: Layer, index: number) => (
    <Place
      key={place.uuid}
      layer={place}
      title={titleOf(place, index)}
      isBusy={busy === place.uuid}
      isUnsent={isUnsent(place.uuid)}
      isSelected={selected === place.uuid}
      isSample={isSample(place)}
      rights={rights(place)}
      doc={shown}
      wireframe={design.wireframe}
      onSelect={() => setSelected(place.uuid)}
      onPhoto={(source) => withPhoto(() => attempt(place.uuid, () => commands.replacePhoto(place.uuid, source)))}
      typed={typed[place.uuid] ?? null}
      onType={(text) => session.type(place.uuid, text)}
      onText={(text) => attempt(place.uuid, () => commands.changeText(place.uuid, { text }))}
      onNudge={(dx, dy) => commands.move(place.uuid, dx, dy)}
      onScale={(factor) => commands.scale(place.uuid, factor)}
      onRemove={() => commands.remove(place.uuid)}
    />
  )
  return (
    <main ref={screen} className="editor">
      <header>
        <button type="button" disabled={!canUndo || isLocked} onClick={session.undo}>
          撤销
        </button>
        <div className="middle">
          <button
            type="button"
            className="case-name"
            aria-label={`换手机或颜色，现在是${name}`}
            disabled={isLocked}
            onClick={onChangeCase}
          >
            <span>{name}</span>
          </button>
          <p role="status">{statusText}</p>
        </div>
        <button type="button" aria-label="更多" onClick={onMenu}>
          ⋯
        </button>
        <button
          type="button"
          className="primary"
          disabled={busy !== null || save === 'conflict' || save === 'gone' || (link.endedText !== null && !isSubmitted(design))}
          onClick={finish}
        >
          {isLocked ? '查看' : '完成'}
        </button>
      </header>
      <SaveQuestion session={session} attempt={(work) => attempt('conflict', work)} onGone={onGone} />
      {said !== null && (
        <p className="problem" role="alert">
          {said}
        </p>
      )}
      {link.endedText && save !== 'locked' && (
        <p className="problem" role="note">
          {link.endedText}
        </p>
      )}
      {design.status === 'rejected' && (
        <p className="problem" role="note">
          卖家退回了这个设计：{design.rejectReason}。修改后请重新提交。
        </p>
      )}
      {isChanged && <UnsubmittedNote onSubmit={link.endedText === null && save !== 'conflict' ? finish : null} />}
      <Stage
        doc={shown}
        wireframe={design.wireframe}
        paper={color ?? '#fff'}
        rights={stageRights}
        selected={selected}
        onSelect={setSelected}
        onChange={(changed, label) => session.change(withoutUnsent(changed, doc, photos), label)}
        onFit={commands.fit}
      />
      <section className="fill-in" aria-label="填写内容">
        {isLibraryOpen && (
          <Library
            designKey={designKey}
            onPick={(asset) => attempt('asset', async () => commands.addAsset(asset))}
            onClose={() => setLibraryOpen(false)}
          />
        )}
        {/* Rows that appear and disappear would shift the library's pictures under the buyer's finger. */}
        <div hidden={isLibraryOpen}>
          {places.length === 0 && !canAddPhoto && !canAddText && !canAddAsset && (
            <p className="hint">这个款式没有需要填写的内容。</p>
          )}
          <UnsentList photos={photos} said={photoSaid} unsent={session.unsent} doc={shown} />
          <ul>{places.map(row)}</ul>
          {layer?.type === 'TEXT' && rights(layer).has('text') && (
            <TextStyle
              link={link}
              layer={layer}
              onChange={(change) => attempt(layer.uuid, () => commands.changeText(layer.uuid, change))}
            />
          )}
          {layer && isOwnPhoto(layer) && !isUnsent(layer.uuid) && (
            <PhotoTools
              isFree={rights(layer).has('move')}
              isCutting={busy === 'cutout'}
              onFit={() => commands.fit(layer.uuid)}
              onCutOut={link.cutoutEnabled ? (type) => attempt('cutout', () => commands.cutOut(layer.uuid, type)) : null}
            />
          )}
          <div className="adders">
            {canAddPhoto && (
              <PhotoButton
                label="＋ 照片"
                isBusy={busy === 'photo'}
                onPick={(source) => withPhoto(() => attempt('photo', () => commands.addPhoto(source)))}
              />
            )}
            {canAddAsset && (
              <button type="button" onClick={() => setLibraryOpen(true)}>
                ＋ 素材
              </button>
            )}
            {canAddText && (
              <button type="button" disabled={busy === 'text'} onClick={() => attempt('text', commands.addWords)}>
                {busy === 'text' ? '正在添加…' : '＋ 文字'}
              </button>
            )}
          </div>
          {others.length > 0 && (
            <details open={others.some(({ uuid }) => uuid === selected)}>
              <summary>移动或删除其他图层（{others.length}）</summary>
              <ul>{others.map(row)}</ul>
            </details>
          )}
        </div>
      </section>
      {coarseSheet}
      {waitingUpload && (
        <ConsentSheet
          shopName={link.shopName}
          onAgree={() => {
            rememberConsent(token)
            setUpload(null)
            waitingUpload()
          }}
          onRefuse={() => setUpload(null)}
        />
      )}
    </main>
  )
}

const noRights: ReturnType<Rights> = new Set()
const notKeptText = '没有网络，也存不下：请不要关闭页面'
const saveTexts = {
  saved: '已保存',
  unsaved: '正在保存…',
  saving: '正在保存…',
  offline: '已存在手机上，联网后自动保存',
  refused: '没有保存',
  gone: '没有保存',
  conflict: '需要您选择',
  locked: '已开始制作',
} as const
