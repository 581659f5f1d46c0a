import './batch.css'
import { Button, Checkbox, Select, Spin, Tooltip } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { NotFoundError } from '../../../contract/call-errors'
import { safeFileName } from '../../../contract/ground/file-names'
import { type Pose, poseNames, poses } from '../../../contract/rules/look'
import type { TemplateRow } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import { type CasePainter, createCasePainter } from '../../../design/print/case-picture'
import { docFrom } from '../../../design/template/load'
import { lookSettings } from '../../../imaging/mockup/looks'
import { resolveFileUrl } from '../../api/file-url'
import { meQuery } from '../../api/queries/session'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { Drawer } from '../../ui/drawer'
import { LoadError } from '../../ui/failure-view'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { noWireframe, PhoneForm } from '../preview/phone-form'
import { usePreview } from '../preview/use-preview'
import { LargeView } from './large-view'
import { isLightOn, rememberLight, rememberPose, type SavedPose, savedPose } from './light-choice'
import ModelSheet from './model-sheet'
import { PreviewExportBar } from './preview-export-bar'
import { PreviewGrid } from './preview-grid'
import { useHighResolution } from './use-high-resolution'
import { usePhone } from './use-phone'
import { usePreviewExport } from './use-preview-export'

const chooseFirst = '请选择材质颜色'

const poseOptions: { readonly label: string; readonly value: SavedPose }[] = [
  { label: '只存手机壳', value: 'case' },
  ...poses.map((value) => ({ label: `场景：${poseNames[value]}`, value })),
]

interface BatchPreviewProps {
  /** The templates to show; null while closed. */
  readonly templates: readonly TemplateRow[] | null
  readonly onClose: () => void
}

/** 批量预览: many templates on one case. */
export default function BatchPreview({ templates, onClose }: BatchPreviewProps) {
  const shown = useValueWhileClosing(templates !== null, templates)
  const [busy, setBusy] = useState(false)
  const close = async () => {
    const isConfirmed =
      !busy ||
      (await confirm({
        title: '预览图还没有保存完',
        content: '关闭后会停止，已生成的也不会保存。',
        okText: '停止并关闭',
        cancelText: '继续保存',
      }))
    if (isConfirmed) onClose()
  }
  return (
    <Drawer
      visible={templates !== null}
      placement="left"
      width="min(1160px, calc(100vw - 24px))"
      title={`批量预览（${shown?.length ?? 0} 个模板）`}
      footer={null}
      className="batch-drawer"
      unmountOnExit
      onCancel={() => void close()}
    >
      <EscapeFromSelect onEscape={() => void close()}>
        {shown !== null && <Loader templates={shown} onBusy={setBusy} />}
      </EscapeFromSelect>
    </Drawer>
  )
}

/** Arco's selects swallow Escape even when their list is closed; it must close the drawer from there too. */
function EscapeFromSelect({ onEscape, children }: { readonly onEscape: () => void; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const onEscapeKey = useEffectEvent(onEscape)
  useEffect(() => {
    const element = box.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return
      const select = event.target.closest('.arco-select')
      if (select && !select.classList.contains('arco-select-open')) onEscapeKey()
    }
    element?.addEventListener('keydown', onKeyDown, true)
    return () => element?.removeEventListener('keydown', onKeyDown, true)
  }, [])
  return (
    <div ref={box} className="batch-escape">
      {children}
    </div>
  )
}

interface BodyProps {
  readonly templates: readonly TemplateRow[]
  readonly onBusy: (busy: boolean) => void
}

/** Recent phones are stored per user, so the user must be loaded first. */
function Loader(props: BodyProps) {
  const api = useApi()
  const me = useQuery({ ...meQuery(api), meta: { quiet: true } })
  if (me.data) return <Body {...props} username={me.data.username} />
  return me.isError ? (
    <LoadError error={me.error} onRetry={() => void me.refetch()} retrying={me.isFetching} />
  ) : (
    <Spin className="batch-wait" delay={200} />
  )
}

function Body({ templates, username, onBusy }: BodyProps & { readonly username: string }) {
  const api = useApi()
  const phoneChoice = usePhone(templates, username)
  const preview = usePreview(phoneChoice.phone, username)
  const { wireframe, color, modelName } = preview
  const paper = color?.defaultBackgroundColor ?? '#ffffff'
  const [showPrintArea, setShowPrintArea] = useState(true)
  const [withLight, setWithLight] = useState(isLightOn)
  const [pose, setPose] = useState(savedPose)
  const materialLook = preview.choice?.material.look ?? null
  const look = withLight ? materialLook : null
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const painter = useCasePainter()
  const lightUrl = useHighResolution(wireframe && look ? `${wireframe.id} ${look}` : null, async () => {
    if (wireframe === null || look === null) throw new Error('no light is wanted')
    return painter().light({ wireframe, look })
  })
  const light = useMemo(
    () => (lightUrl === null || look === null ? null : { url: lightUrl, bodyOpacity: lookSettings[look].bodyOpacity }),
    [lightUrl, look],
  )
  const [sheetDoc, setSheetDoc] = useState<DesignDoc | null>(null)
  // A failed request shows its own dialog.
  const showModels = ({ id }: TemplateRow) =>
    void api.templates.get({ params: { id } }, { again: true }).then(
      (template) => setSheetDoc(docFrom(template)),
      () => undefined,
    )

  const fullDoc = async (template: TemplateRow, signal: AbortSignal) => {
    const fullTemplate = await api.templates
      .get({ params: { id: template.id } }, { signal, quiet: true })
      .catch((error: unknown) => {
        throw error instanceof NotFoundError ? new Error('这个模板已被删除，刷新列表后再看', { cause: error }) : error
      })
    return docFrom(fullTemplate)
  }
  const makePicture = async (template: TemplateRow, signal: AbortSignal, posed: Pose | null = null) => {
    if (wireframe === null) throw new Error(noWireframe)
    return painter().make({ doc: await fullDoc(template, signal), wireframe, paper, look, pose: posed, signal })
  }
  const makeSolid =
    wireframe === null || materialLook === null
      ? null
      : async (template: TemplateRow, signal: AbortSignal) =>
          painter().solid({ doc: await fullDoc(template, signal), wireframe, paper, look: materialLook, signal })
  const previewExport = usePreviewExport()
  const busy = previewExport.progress.step === 'making' || previewExport.progress.step === 'writing'
  useEffect(() => {
    onBusy(busy)
  }, [busy, onBusy])

  const isChosen = color !== undefined
  const refusal = isChosen ? (preview.lacksWireframe ? noWireframe : null) : chooseFirst
  const ready = wireframe !== null && refusal === null
  const save = () => {
    if (!ready) return
    const name = safeFileName(['预览图', modelName, color?.name].filter(Boolean).join(' '), '预览图')
    previewExport.start({
      templates,
      renderPreview: (template, signal) => makePicture(template, signal, look === null || pose === 'case' ? null : pose),
      zipName: `${name}.zip`,
    })
  }
  const saveButton = (
    <Button
      type="primary"
      icon={<IconDownload />}
      loading={busy}
      // Not `disabled`: the reason must be readable by pointer and by keyboard.
      className={ready ? '' : 'is-refused'}
      aria-disabled={ready ? undefined : true}
      onClick={save}
    >
      保存全部预览图
    </Button>
  )

  const content = () => {
    if (preview.wireframeFailed) {
      return (
        <div className="state-block" role="alert">
          <h2 className="state-title">线框图没有读取成功</h2>
          <Button type="primary" onClick={preview.retry}>
            重试
          </Button>
        </div>
      )
    }
    const waiting = isChosen ? wireframe === null && !preview.lacksWireframe : phoneChoice.isLoading || preview.loading
    if (waiting) return <Spin className="batch-wait" delay={200} />
    if (!isChosen) {
      return (
        <div className="state-block" role="status">
          <h2 className="state-title">{chooseFirst}</h2>
          <p className="state-text">选好品牌、机型、材质和颜色，选中的模板就会显示在这款手机壳上。</p>
        </div>
      )
    }
    return (
      <PreviewGrid
        templates={templates}
        wireframe={wireframe}
        paper={paper}
        showPrintArea={showPrintArea}
        light={light}
        make={makePicture}
        onOpen={setOpenIndex}
      />
    )
  }
  return (
    <div className="batch">
      <div className="batch-head">
        <section className="batch-phone" aria-label="预览机型">
          <PhoneForm inline preview={preview} phone={phoneChoice.phone} username={username} onChange={phoneChoice.choose} />
        </section>
        <div className="batch-actions">
          <Checkbox checked={showPrintArea} onChange={setShowPrintArea}>
            显示打印区域
          </Checkbox>
          <Tooltip content="预览和保存的预览图按材质的质感画出光影">
            <Checkbox
              checked={withLight}
              onChange={(isOn) => {
                setWithLight(isOn)
                rememberLight(isOn)
              }}
            >
              光影
            </Checkbox>
          </Tooltip>
          <Select
            aria-label="保存的样子"
            className="batch-pose"
            value={withLight ? pose : 'case'}
            disabled={!withLight}
            options={poseOptions}
            onChange={(next: SavedPose) => {
              setPose(next)
              rememberPose(next)
            }}
          />
          {refusal === null ? saveButton : <Tooltip content={refusal}>{saveButton}</Tooltip>}
        </div>
      </div>
      <PreviewExportBar {...previewExport} />
      {content()}
      <LargeView
        templates={templates}
        index={openIndex}
        wireframe={wireframe}
        paper={paper}
        look={look}
        light={light}
        showPrintArea={showPrintArea}
        make={makePicture}
        makeSolid={makeSolid}
        onNavigate={setOpenIndex}
        onModels={showModels}
        onClose={() => setOpenIndex(null)}
      />
      <ModelSheet doc={sheetDoc} onClose={() => setSheetDoc(null)} />
    </div>
  )
}

/** Creates the painter for the first picture and keeps it while the drawer is open. */
function useCasePainter(): () => CasePainter {
  const painter = useRef<CasePainter | null>(null)
  useEffect(
    () => () => {
      painter.current?.dispose()
      painter.current = null
    },
    [],
  )
  return () => {
    painter.current ??= createCasePainter(resolveFileUrl)
    return painter.current
  }
}
