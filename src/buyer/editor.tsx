import { useMemo, useState, useSyncExternalStore } from 'react'
import { sharpnessNames, sharpnessOf } from '../../contract/rules/print-resolution'
import type { BuyerLink, Wireframe } from '../../contract/types'
import { addLayers, removeLayers } from '../design/commands/layers'
import { addText, setText } from '../design/commands/text'
import { mapLayers, withFields } from '../design/model/queries'
import { newTextStyle, textStyleOf } from '../design/model/text'
import type { DesignDoc, Layer, TextLayer } from '../design/model/types'
import { type DesignKey, drawText, uploadPhoto } from './api'
import type { DesignSession } from './design-session'
import { addedPhoto, printedDpi, type Rights, rightsIn, withPhoto } from './layers'
import { preparePhoto } from './photo'
import { Stage } from './stage'

/** px of one em in the drawing of a text. */
const textEm = 100
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

interface EditorProps {
  readonly link: BuyerLink
  readonly designKey: DesignKey
  readonly session: DesignSession
  readonly onDone: () => void
}

/** The design on its case, and below it what the buyer fills in, one after another. */
export function Editor({ link, designKey, session, onDone }: EditorProps) {
  const { design, doc, save, problem, canUndo } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const [selected, setSelected] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const isLocked = save === 'locked'
  const rights = useMemo<Rights>(() => (isLocked ? () => new Set() : rightsIn(design.base, link)), [design.base, link, isLocked])
  /** Runs what the buyer asked for; a failure is said and changes nothing. */
  const attempt = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(null)
    }
  }
  const commands = commandsOn({ session, designKey, link, select: setSelected })
  const layer = doc.layers.find(({ uuid }) => uuid === selected) ?? null
  const places = doc.layers.filter((one) => !one.hidden && (rights(one).has('picture') || rights(one).has('text')))
  const color = link.materials.flatMap(({ colors }) => colors).find(({ id }) => id === design.materialColorId)?.color
  const canAddPhoto = link.imageUploadEnabled && !isLocked
  const canAddText = link.textEnabled && link.fonts.length > 0 && !isLocked
  return (
    <main className="editor">
      <header>
        <button type="button" disabled={!canUndo || isLocked} onClick={session.undo}>
          撤销
        </button>
        <p role="status">{saveTexts[save]}</p>
        <button type="button" className="primary" disabled={busy !== null || save === 'conflict'} onClick={onDone}>
          {isLocked ? '查看' : '完成'}
        </button>
      </header>
      {save === 'conflict' && (
        <div className="problem" role="alert">
          <p>{problem}</p>
          <button type="button" onClick={() => attempt('conflict', () => session.resolveConflict('mine'))}>
            保留这里的
          </button>
          <button type="button" onClick={() => attempt('conflict', () => session.resolveConflict('theirs'))}>
            用另一处的
          </button>
        </div>
      )}
      {(failure ?? (save !== 'conflict' ? problem : null)) && (
        <p className="problem" role="alert">
          {failure ?? problem}
        </p>
      )}
      {design.status === 'rejected' && (
        <p className="problem" role="note">
          卖家退回了这个设计：{design.rejectReason}。修改后请重新提交。
        </p>
      )}
      <Stage
        doc={doc}
        wireframe={design.wireframe}
        paper={color ?? '#fff'}
        rights={rights}
        selected={selected}
        onSelect={setSelected}
        onShow={session.show}
        onChange={session.change}
      />
      <section className="fill-in" aria-label="填写内容">
        {places.length === 0 && !canAddPhoto && !canAddText && <p className="hint">这个款式没有需要填写的内容。</p>}
        <ul>
          {places.map((place, index) => (
            <Place
              key={place.uuid}
              layer={place}
              title={titleOf(place, index)}
              isBusy={busy === place.uuid}
              isSelected={selected === place.uuid}
              canRemove={rights(place).has('remove')}
              doc={doc}
              wireframe={design.wireframe}
              onSelect={() => setSelected(place.uuid)}
              onPhoto={(file) => attempt(place.uuid, () => commands.replacePhoto(place.uuid, file))}
              onText={(text) => attempt(place.uuid, () => commands.changeText(place.uuid, { text }))}
              onRemove={() => commands.remove(place.uuid)}
            />
          ))}
        </ul>
        {layer?.type === 'TEXT' && rights(layer).has('text') && (
          <TextStyle
            link={link}
            layer={layer}
            onChange={(change) => attempt(layer.uuid, () => commands.changeText(layer.uuid, change))}
          />
        )}
        <div className="adders">
          {canAddPhoto && (
            <PhotoButton
              label="＋ 照片"
              isBusy={busy === 'photo'}
              onPick={(file) => attempt('photo', () => commands.addPhoto(file))}
            />
          )}
          {canAddText && (
            <button type="button" disabled={busy === 'text'} onClick={() => attempt('text', commands.addWords)}>
              ＋ 文字
            </button>
          )}
        </div>
      </section>
    </main>
  )
}

const saveTexts = {
  saved: '已保存',
  unsaved: '正在保存…',
  saving: '正在保存…',
  offline: '已存在手机上，联网后自动保存',
  refused: '没有保存',
  conflict: '需要您选择',
  locked: '已开始制作',
} as const

const titleOf = (layer: Layer, index: number): string => {
  if (layer.type === 'TEXT') return '文字'
  return layer.type === 'AI_CUTOUT' ? '人像照片' : layer.name || `照片 ${index + 1}`
}

interface CommandDeps {
  readonly session: DesignSession
  readonly designKey: DesignKey
  readonly link: BuyerLink
  readonly select: (uuid: string | null) => void
}

/** What the buttons do. Each reads the document when its upload is done, because the buyer may have gone on meanwhile. */
function commandsOn({ session, designKey, link, select }: CommandDeps) {
  const now = () => session.state.get().doc
  const upload = async (file: File) => {
    const { blob, name } = await preparePhoto(file)
    return uploadPhoto(designKey, blob, name)
  }
  return {
    async replacePhoto(uuid: string, file: File) {
      const picture = await upload(file)
      session.change(withPhoto(now(), uuid, picture), '换照片')
      select(uuid)
    },
    async addPhoto(file: File) {
      const picture = await upload(file)
      const uuid = newId()
      const added = addLayers.run(now(), { layers: [addedPhoto(now(), uuid, picture)] })
      if (!added.ok) throw new Error(added.message)
      session.change(added.doc, '添加照片')
      select(uuid)
    },
    async addWords() {
      const [font] = link.fonts
      if (!font) return
      const fontColor = link.fontColors[0] ?? '#333333'
      const style = newTextStyle({ text: '写点什么', fontId: font.id, fontFamilyUrl: null, fontColor, verticalText: false })
      const drawn = await drawText(designKey, { text: style.text, fontId: font.id, fontColor, like: null })
      const uuid = newId()
      const added = addText.run(now(), { uuid, style, drawn: { ...drawn, url: drawn.imageUrl, em: textEm } })
      if (!added.ok) throw new Error(added.message)
      session.change(withStored(added.doc, uuid, drawn.imageFileId), '添加文字')
      select(uuid)
    },
    async changeText(uuid: string, change: Partial<Pick<TextLayer, 'text' | 'fontId' | 'fontColor'>>) {
      const layer = now().layers.find((one) => one.uuid === uuid)
      if (layer?.type !== 'TEXT') return
      const style = { ...textStyleOf(layer), ...change }
      // A style of a text that the server does not know yet is its default one.
      const fontId = style.fontId ?? link.fonts[0]?.id
      if (fontId === undefined) throw new Error('卖家没有上架字体，暂时不能改文字')
      const drawn = await drawText(designKey, { text: style.text, fontId, fontColor: style.fontColor, like: uuid })
      const next = setText.run(now(), {
        uuid,
        style: { ...style, fontId },
        drawn: { ...drawn, url: drawn.imageUrl, em: textEm },
      })
      if (!next.ok) throw new Error(next.message)
      session.change(withStored(next.doc, uuid, drawn.imageFileId), '修改文字')
    },
    remove(uuid: string) {
      const next = removeLayers.run(now(), { uuids: [uuid] })
      if (next.ok) session.change(next.doc, '删除')
      select(null)
    },
  }
}

const withStored = (doc: DesignDoc, uuid: string, imageFileId: number): DesignDoc =>
  mapLayers(doc, [uuid], (layer) => withFields<Layer>(layer, { imageFileId }))

interface PlaceProps {
  readonly layer: Layer
  readonly title: string
  readonly isBusy: boolean
  readonly isSelected: boolean
  readonly canRemove: boolean
  readonly doc: DesignDoc
  readonly wireframe: Wireframe | null
  readonly onSelect: () => void
  readonly onPhoto: (file: File) => void
  readonly onText: (text: string) => void
  readonly onRemove: () => void
}

/** One thing to fill in: a photo or a text. */
function Place({ layer, title, isBusy, isSelected, canRemove, doc, wireframe, onSelect, onPhoto, onText, onRemove }: PlaceProps) {
  const dpi = layer.type === 'IMAGE' ? printedDpi(layer, doc, wireframe) : null
  const isCoarse = dpi !== null && sharpnessOf(dpi) === 'poor'
  return (
    <li className={isSelected ? 'place is-selected' : 'place'}>
      {layer.type === 'TEXT' ? (
        <TextInput title={title} value={layer.text} isBusy={isBusy} onFocus={onSelect} onText={onText} />
      ) : (
        <>
          <button type="button" className="thumb" aria-label={`选择${title}`} onClick={onSelect}>
            <img src={layer.imageUrl} alt="" />
          </button>
          <span className="title">
            {title}
            {isCoarse && (
              <small className="coarse">
                {sharpnessNames.poor}（{dpi} DPI），印出来会模糊
              </small>
            )}
          </span>
          <PhotoButton label="选照片" isBusy={isBusy} onPick={onPhoto} name={title} />
        </>
      )}
      {canRemove && (
        <button type="button" className="remove" aria-label={`删除${title}`} onClick={onRemove}>
          ×
        </button>
      )}
    </li>
  )
}

interface TextInputProps {
  readonly title: string
  readonly value: string
  readonly isBusy: boolean
  readonly onFocus: () => void
  readonly onText: (text: string) => void
}

/** Draws the text anew when the buyer leaves the field or presses Enter; what cannot be drawn stays in the field. */
function TextInput({ title, value, isBusy, onFocus, onText }: TextInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const text = typed?.trim()
    if (text && text !== value) onText(text)
    else setTyped(null)
  }
  if (typed !== null && typed.trim() === value && !isBusy) setTyped(null)
  return (
    <label className="text">
      <span>{title}</span>
      <input
        type="text"
        value={typed ?? value}
        maxLength={50}
        aria-busy={isBusy}
        onFocus={onFocus}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
    </label>
  )
}

interface PhotoButtonProps {
  readonly label: string
  readonly name?: string
  readonly isBusy: boolean
  readonly onPick: (file: File) => void
}

function PhotoButton({ label, name, isBusy, onPick }: PhotoButtonProps) {
  return (
    <label className={isBusy ? 'photo-button is-busy' : 'photo-button'}>
      <input
        type="file"
        accept="image/*"
        disabled={isBusy}
        aria-label={name ? `${label}：${name}` : label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same photo can be picked again.
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      {isBusy ? '正在上传…' : label}
    </label>
  )
}

interface TextStyleProps {
  readonly link: BuyerLink
  readonly layer: TextLayer
  readonly onChange: (change: Partial<Pick<TextLayer, 'fontId' | 'fontColor'>>) => void
}

function TextStyle({ link, layer, onChange }: TextStyleProps) {
  return (
    <div className="text-style">
      <fieldset>
        <legend>字体</legend>
        {link.fonts.map(({ id, name, previewImageUrl }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === layer.fontId}
            aria-label={name}
            onClick={() => onChange({ fontId: id })}
          >
            <img src={previewImageUrl} alt="" />
          </button>
        ))}
      </fieldset>
      <fieldset>
        <legend>颜色</legend>
        {link.fontColors.map((color) => (
          <button
            key={color}
            type="button"
            aria-pressed={color === layer.fontColor}
            aria-label={`颜色 ${color}`}
            onClick={() => onChange({ fontColor: color })}
          >
            <span className="dot" style={{ background: color }} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}
