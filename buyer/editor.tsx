import './editor.css'
import './tools.css'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { takesLook } from '../contract/rules/buyer-rights'
import { sharpnessNames } from '../contract/rules/print-resolution'
import type { BuyerLink } from '../contract/types'
import type { DesignDoc, ImageLayer, Layer } from '../design/model/types'
import { AddBar, canAdd } from './add-bar'
import type { DesignKey } from './api'
import { useBackStep } from './back-steps'
import { caseName } from './case-chooser'
import { useCoarseQuestion } from './coarse-sheet'
import { commandsOn, type PhotoSource } from './commands'
import { ConsentSheet, mayUsePhotos, rememberConsent } from './consent-sheet'
import { CropSheet } from './crop-sheet'
import { isSubmitted } from './design-facts'
import { type DesignSession, isChangedSince } from './design-session'
import { EditorHead } from './editor-head'
import { useAboveKeyboard } from './keyboard'
import { LayerBar } from './layer-bar'
import { layerCommandsOn } from './layer-commands'
import { layerFacts } from './layer-facts'
import { LayerStrip, type StripLayer } from './layer-strip'
import { titleOf } from './layer-titles'
import { type Rights, rightsIn } from './layers'
import { Library } from './library'
import { PhotoButton } from './photo-button'
import { withoutUnsent } from './place-photo'
import { SaveQuestion } from './save-question'
import { Stage } from './stage'
import { TextInput } from './text-input'
import { Toast, type ToastState } from './toast'
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

/** The design on its case, where each part is tapped to change it, with the tools for what was tapped below. */
export function Editor({ link, token, designKey, session, onMenu, onChangeCase, onDone, onGone }: EditorProps) {
  const { design, doc, chosen, save, problem, canUndo, typed } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const { photos, said: photoSaid } = useSyncExternalStore(session.unsent.state.subscribe, session.unsent.state.get)
  const shown = useShown(doc, photos)
  const isUnsent = (uuid: string) => photos.some(({ slot }) => slot === uuid)
  const [selected, setSelected] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly text: string; readonly doc: DesignDoc } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const [cropping, setCropping] = useState<string | null>(null)
  const [toast, setToast] = useState<ToastState | null>(null)
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
  const layerCommands = layerCommandsOn({ session, link })
  // A failure is shown until the design changes: a buyer who goes on has seen it.
  const said = failure?.doc === doc ? failure.text : save !== 'conflict' && save !== 'gone' ? problem : null
  const layer = shown.layers.find(({ uuid }) => uuid === selected) ?? null
  const editable = shown.layers.filter((one) => !one.hidden && rights(one).size > 0)
  const color = link.materials.flatMap(({ colors }) => colors).find(({ id }) => id === chosen.materialColorId)?.color
  const isChanged = isChangedSince({ design, save })
  const facts = layerFacts({ link, design, shown, photos, rights })
  const cropped = shown.layers.find((one): one is ImageLayer => one.uuid === cropping && facts.isOwnPhoto(one)) ?? null
  // The server refused the photo meanwhile.
  if (cropping !== null && cropped === null) setCropping(null)
  /** Selects another layer; words that are typed for the one before are drawn, because its field goes away. */
  const select = (uuid: string | null) => {
    if (uuid === selected) return
    setSelected(uuid)
    const words = selected === null ? undefined : typed[selected]?.trim()
    if (selected !== null && words) void attempt(selected, () => commands.changeText(selected, { text: words }))
  }
  /** Draws all typed texts before it goes on, so that no older text is submitted. */
  const finish = () => {
    if (isLocked || Object.keys(typed).length === 0) return onDone()
    void attempt('done', async () => {
      await commands.drawTyped()
      onDone()
    })
  }
  const undo = () => {
    const label = session.undo()
    if (label !== null) setToast({ text: `已撤销：${label}`, action: { label: '重做', run: redo } })
  }
  const redo = () => {
    const label = session.redo()
    if (label !== null) setToast({ text: `已重做：${label}`, action: { label: '撤销', run: undo } })
  }
  const remove = (one: Layer, title: string) => {
    commands.remove(one.uuid)
    setToast({ text: `已删除「${title}」`, action: { label: '撤销', run: undo } })
  }
  /** Puts a photo into its place, and asks then which part of it is shown. */
  const replace = (one: Layer) => (source: PhotoSource) =>
    withPhoto(() =>
      attempt(one.uuid, async () => {
        const isTaken = await commands.replacePhoto(one.uuid, source)
        if (isTaken && !(one.type === 'AI_CUTOUT' && link.cutoutEnabled)) setCropping(one.uuid)
      }),
    )
  const strip: readonly StripLayer[] = [...editable]
    .sort((a, b) => Number(isFillable(b)) - Number(isFillable(a)))
    .map((one, index) => ({ layer: one, title: titleOf(one, index), rights: rights(one), mark: facts.markOf(one) }))
  function isFillable(one: Layer): boolean {
    return rights(one).has('picture') || rights(one).has('text')
  }
  const title = strip.find((one) => one.layer.uuid === selected)?.title ?? ''
  const isBusy = busy !== null && busy === selected
  return (
    <main ref={screen} className="editor">
      <EditorHead
        session={session}
        name={caseName(link, chosen)}
        isLocked={isLocked}
        isChanged={isChanged}
        canFinish={busy === null && save !== 'conflict' && save !== 'gone' && (link.endedText === null || isSubmitted(design))}
        onUndo={undo}
        onRedo={redo}
        onChangeCase={onChangeCase}
        onMenu={onMenu}
        onFinish={finish}
      />
      <div className="notes">
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
      </div>
      <Stage
        doc={shown}
        wireframe={design.wireframe}
        paper={color ?? '#fff'}
        rights={stageRights}
        selected={selected}
        onSelect={select}
        onChange={(changed, label) => session.change(withoutUnsent(changed, doc, photos), label)}
        onFit={commands.fit}
        badge={(one) =>
          facts.isUnfilled(one) && !facts.isUnsent(one) && one.uuid !== selected ? (
            <PhotoButton
              icon="photo"
              label="放照片"
              name={`选照片：${titleOf(one, editable.indexOf(one))}`}
              isBusy={busy === one.uuid}
              onPick={replace(one)}
            />
          ) : null
        }
      />
      <section className="fill-in" aria-label="填写内容">
        {toast && <Toast state={toast} onEnd={() => setToast(null)} />}
        {isLibraryOpen && (
          <Library
            designKey={designKey}
            onPick={(asset) => attempt('asset', async () => commands.addAsset(asset))}
            onClose={() => setLibraryOpen(false)}
          />
        )}
        {/* Rows that appear and disappear would shift the library's pictures under the buyer's finger. */}
        <div hidden={isLibraryOpen}>
          <UnsentList photos={photos} said={photoSaid} unsent={session.unsent} doc={shown} />
          {layer && rights(layer).size > 0 ? (
            <LayerBar
              key={layer.uuid}
              link={link}
              layer={layer}
              title={title}
              rights={rights(layer)}
              doc={shown}
              mayLook={!facts.isUnsent(layer) && takesLook(design.base.find(({ uuid }) => uuid === layer.uuid))}
              onLook={(look) => layerCommands.look(layer.uuid, look)}
              isOwnPhoto={facts.isOwnPhoto(layer)}
              isBusy={isBusy}
              isCutting={busy === 'cutout'}
              onPhoto={replace(layer)}
              onCrop={() => setCropping(layer.uuid)}
              onCutOut={(type) => attempt('cutout', () => commands.cutOut(layer.uuid, type))}
              onFit={() => commands.fit(layer.uuid)}
              onStyle={(change) => attempt(layer.uuid, () => commands.changeText(layer.uuid, change))}
              onWiden={(share) => layerCommands.widen(layer.uuid, share)}
              onTurn={(degrees) => layerCommands.turn(layer.uuid, degrees)}
              onSettle={layerCommands.settle}
              onFlip={() => layerCommands.flip(layer.uuid)}
              onOrder={(to) => attempt('order', async () => layerCommands.order(layer.uuid, to))}
              onRemove={() => remove(layer, title)}
              onClose={() => select(null)}
            >
              {layer.type === 'TEXT' && rights(layer).has('text') && (
                <TextInput
                  title={title}
                  value={layer.text}
                  typed={typed[layer.uuid] ?? null}
                  isSample={facts.isSample(layer)}
                  isBusy={isBusy}
                  onType={(text) => session.type(layer.uuid, text)}
                  onText={(text) => attempt(layer.uuid, () => commands.changeText(layer.uuid, { text }))}
                />
              )}
              {facts.isUnsent(layer) && <small className="coarse">还没有传完</small>}
              {facts.coarseDpi(layer) !== null && (
                <small className="coarse">
                  {sharpnessNames.poor}（{facts.coarseDpi(layer)} DPI），印出来会模糊
                </small>
              )}
              {facts.hasCutWords(layer) && (
                <small className="coarse" role="status">
                  文字超出手机壳，印不全。请缩短，或用两指缩小、移到壳内。
                </small>
              )}
            </LayerBar>
          ) : (
            <>
              {!canUndo && strip.length > 0 && <p className="hint tip">点手机壳上的照片或文字，就能换成您的</p>}
              {strip.length === 0 && (isLocked || !canAdd(link)) && <p className="hint tip">这个款式没有需要填写的内容。</p>}
              {!isLocked && (
                <AddBar
                  link={link}
                  busy={busy}
                  onPhoto={(source) => withPhoto(() => attempt('photo', () => commands.addPhoto(source)))}
                  onLibrary={() => setLibraryOpen(true)}
                  onText={() => attempt('text', commands.addWords)}
                />
              )}
            </>
          )}
          {strip.length > 0 && (
            <LayerStrip layers={strip} selected={selected} onSelect={select} onNudge={commands.move} onScale={commands.scale} />
          )}
        </div>
      </section>
      {cropped && (
        <CropSheet
          key={cropped.uuid}
          layer={cropped}
          doc={shown}
          wireframe={design.wireframe}
          onDone={(crop, width) => layerCommands.crop(cropped.uuid, crop, width)}
          onClose={() => setCropping(null)}
        />
      )}
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
