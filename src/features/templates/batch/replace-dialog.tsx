import { Button, Select, Spin } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import type { LocalFile } from '../../../../adapters/platform'
import { fileKind, fileSizeLimit } from '../../../../contract/constants'
import type { TemplateRow } from '../../../../contract/types'
import { loadPicture } from '../../../../design/print/pictures'
import { resolveFileUrl } from '../../../api/file-url'
import { useApi, usePlatform } from '../../../api/services'
import { failureMessage } from '../../../base/failure-texts'
import { pictureAccept, pictureProblem } from '../../../base/picture-files'
import { preparePicture } from '../../../base/prepare-picture'
import { type NamedLayers, readNames } from '../../../template-tools/replace/layer-names'
import type { ReplaceInput } from '../../../template-tools/replace/replace-picture'
import { DialogFoot } from '../../../ui/dialog-foot'
import { LoadError } from '../../../ui/failure-view'
import { FileButton } from '../../../ui/file-drop'
import { Modal } from '../../../ui/modal'
import { useOptionFilter } from '../../../ui/use-option-filter'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { AssetPicker } from './asset-picker'
import './replace.css'

interface ReplaceDialogProps {
  /** The ticked templates; null while the dialog is closed. */
  readonly templates: readonly TemplateRow[] | null
  /** Called with the templates that have the layer and what to put into it. */
  readonly onApply: (templates: readonly TemplateRow[], input: Omit<ReplaceInput, 'id'>) => void
  readonly onClose: () => void
}

/** 换成…: puts one picture into the layers of a name in many templates. */
export function ReplaceDialog({ templates, ...rest }: ReplaceDialogProps) {
  const shown = useValueWhileClosing(templates !== null, templates)
  return (
    <Modal
      visible={templates !== null}
      title={`把图层换成另一张图片（${shown?.length ?? 0} 个模板）`}
      footer={null}
      onCancel={rest.onClose}
      className="templates-settings-dialog"
    >
      {shown !== null && <Fields templates={shown} {...rest} />}
    </Modal>
  )
}

type Names = { readonly read: readonly NamedLayers[] } | { readonly error: unknown } | { readonly done: number }

/** Reads the layers' names once for the dialog; `retry` reads again after a failure. */
function useNames(templates: readonly TemplateRow[]) {
  const api = useApi()
  const [names, setNames] = useState<Names>({ done: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let wanted = true
    const show = (next: Names) => wanted && setNames(next)
    show({ done: 0 })
    readNames(
      templates.map(({ id }) => id),
      (id) => api.templates.get({ params: { id } }, { quiet: true, again: true }),
      (done) => show({ done }),
    ).then(
      (read) => show({ read }),
      (error: unknown) => show({ error }),
    )
    return () => {
      wanted = false
    }
  }, [api, templates, attempt])
  return { names, retry: () => setAttempt((count) => count + 1) }
}

function Fields({ templates, onApply, onClose }: ReplaceDialogProps & { readonly templates: readonly TemplateRow[] }) {
  const { names, retry } = useNames(templates)
  const filterOption = useOptionFilter()
  const [chosenName, setName] = useState<string | null>(null)
  const [picture, setPicture] = useState<ReplaceInput['picture'] | null>(null)
  if ('error' in names) return <LoadError error={names.error} onRetry={retry} retrying={false} />
  if ('done' in names) {
    return (
      <div className="templates-replace-reading" role="status">
        <Spin /> 正在读取模板的图层… {names.done} / {templates.length}
      </div>
    )
  }
  const chosen = names.read.find(({ name }) => name === chosenName) ?? names.read[0]
  if (!chosen) return <p className="templates-setting-intro">选中的模板里没有图片图层。</p>
  const apply = () => {
    if (!picture) return
    const ids = new Set(chosen.templates)
    onApply(
      templates.filter(({ id }) => ids.has(id)),
      { layerName: chosen.name, picture },
    )
    onClose()
  }
  return (
    <>
      <p className="templates-setting-intro">位置、裁剪、描边、顺序和锁定不变，描边和缩略图会重新生成。</p>
      <section className="templates-setting is-selected" aria-label="图层">
        <p className="templates-replace-title">换哪个图层</p>
        <Select aria-label="图层名称" value={chosen.name} onChange={setName} showSearch filterOption={filterOption}>
          {names.read.map(({ name, layers, templates: having }) => (
            <Select.Option key={name} value={name} extra={name}>
              {name}（{having.length} 个模板{layers > having.length && `，${layers} 层`}）
            </Select.Option>
          ))}
        </Select>
      </section>
      <section className="templates-setting is-selected" aria-label="图片">
        <p className="templates-replace-title">换成哪张图片</p>
        <PictureChoice value={picture} onChange={setPicture} />
      </section>
      <DialogFoot onCancel={onClose}>
        <Button type="primary" disabled={picture === null} onClick={apply}>
          替换 {chosen.templates.length} 个模板
        </Button>
      </DialogFoot>
    </>
  )
}

interface PictureChoiceProps {
  readonly value: ReplaceInput['picture'] | null
  readonly onChange: (picture: ReplaceInput['picture']) => void
}

interface Stored {
  readonly fileId: number
  readonly url: string
  /** Notes about what the picture lost when it was stored. */
  readonly notes?: readonly string[]
}

function PictureChoice({ value, onChange }: PictureChoiceProps) {
  const platform = usePlatform()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  /** Measures the stored picture too: an SVG may have no size of its own. */
  const choose = async (stored: () => Promise<Stored>, uploaded: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      const { fileId, url, notes: told = [] } = await stored()
      const { naturalWidth, naturalHeight } = await loadPicture(resolveFileUrl(url))
      onChange({ fileId, url, width: naturalWidth, height: naturalHeight, uploaded })
      setNotes(told)
    } catch (error) {
      setProblem(failureMessage(error, '图片没有加载成功，请重试'))
    } finally {
      setBusy(false)
    }
  }
  const upload = ([file]: readonly LocalFile[]) => {
    if (!file) return
    const send = async () => {
      const { file: prepared, note } = await preparePicture(file)
      const refusal = await pictureProblem(prepared, { maxBytes: fileSizeLimit[fileKind.templateLayer] })
      if (refusal !== null) throw new Error(refusal)
      const sent = await platform.uploadFile(prepared, fileKind.templateLayer)
      return { ...sent, notes: [...(note === null ? [] : [note]), ...(sent.notes ?? [])] }
    }
    void choose(send, true)
  }
  return (
    <>
      <div className="templates-replace-picture">
        {value && (
          <span className="templates-replace-chosen picture-box">
            <img src={resolveFileUrl(value.url)} alt="换成的图片" />
          </span>
        )}
        <FileButton accept={pictureAccept} multiple={false} disabled={busy} onFiles={upload}>
          上传图片
        </FileButton>
        {busy && <Spin />}
      </div>
      {problem !== null && (
        <p className="templates-setting-problem" role="alert">
          {problem}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="templates-setting-intro" role="status">
          {note}
        </p>
      ))}
      <AssetPicker disabled={busy} onPick={(asset) => void choose(async () => asset, false)} />
    </>
  )
}
