import { Alert, Button } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Wireframe, WireframeWrite } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { useApi } from '../../api/services'
import { FailureText } from '../../ui/failure-view'
import { useUnsavedGuard } from '../../ui/leave-guard'
import { isSessionEnd, savesAfterLoginText, useRetrySaveAfterLogin } from '../../ui/seller'
import { useTaskStore } from '../../ui/task-context'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { MarginFields } from './margin-fields'
import { refreshWireframes } from './mutations'
import { mmText } from './physical-size'
import { PictureInput } from './picture-input'
import { areaText, hasProblems, printAreaFields, readPrintArea, sameArea, typedFrom } from './print-area'
import { PrintPreview } from './print-preview'
import { hasWireframe, isOnShelf, type WireframeRow } from './rows'
import { ChangedElsewhereError, type SaveProgress, saveWireframe } from './save-wireframe'
import { readTypedMm, SizeFields } from './size-fields'
import { checkedTask, standardTexts } from './standard-mark'
import { type CurrentPicture, type PictureField, usePicture } from './use-picture'
import { useProposedArea } from './use-proposed-area'
import './batch.css'
import './wireframe-form.css'
import { SwitchField } from '../../ui/switch-field'

interface WireframeFormProps {
  readonly row: WireframeRow
  /** null for a first upload. */
  readonly wireframe: Wireframe | null
  readonly onSaved: () => void
  readonly onCancel: () => void
  /** Called whenever it changes whether there are unsaved changes, so that closing can ask. */
  readonly onDirty: (isDirty: boolean) => void
}

const sizesDifferText = '背景图宽高和前景图宽高必须相等'
const noPicture = '请上传背景图或前景图'

function storedPicture(wireframe: Wireframe | null, isForeground: boolean): CurrentPicture | null {
  const layer = wireframe?.layers.find(({ index }) => index > 0 === isForeground)
  if (!wireframe || !layer) return null
  const { width, height } = wireframe
  return { src: resolveFileUrl(layer.imageUrl), size: { width, height }, name: '已保存的图片' }
}

const isSending = ({ upload }: PictureField) => upload !== null && upload.error === null

/** The form of a wireframe: pictures, print area and size for one model in one colour. */
export function WireframeForm({ row, wireframe, onSaved, onCancel, onDirty }: WireframeFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const foreground = usePicture(storedPicture(wireframe, true))
  const background = usePicture(storedPicture(wireframe, false))
  const [typedMargins, setTypedMargins] = useState(() => typedFrom(wireframe?.printArea ?? null))
  const [mm, setMm] = useState(() => ({ width: mmText(wireframe?.widthMm ?? null), height: mmText(wireframe?.heightMm ?? null) }))
  const [enabled, setEnabled] = useState(isOnShelf(row))
  /** Empty fields are only marked as missing after the seller tried to save. */
  const [saveAttempted, setSaveAttempted] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const saved = useRef<SaveProgress>({})
  /** A save may overwrite this state; the wireframe is read again when its mark 标准线框 ends. */
  const [opened] = useState(wireframe)
  const store = useTaskStore()
  const check = checkedTask([row])
  /** Another window saved first; the seller has read that, so the next save overwrites it. */
  const overwrite = error instanceof ChangedElsewhereError
  const hadBackground = storedPicture(wireframe, false) !== null
  const formBody = useRef<HTMLDivElement>(null)

  const size = (foreground.shown ?? background.shown)?.size ?? null
  const { area, problems } = readPrintArea(typedMargins, size)
  const proposed = useProposedArea(foreground.shown)
  const { widthMm, heightMm, problem: mmProblem } = readTypedMm(mm)
  const formSnapshot = JSON.stringify([typedMargins, mm, enabled, foreground.current?.src, background.current?.src])
  const [initial] = useState(formSnapshot)
  const isDirty = formSnapshot !== initial || foreground.upload !== null || background.upload !== null
  useUnsavedGuard(isDirty)
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])

  const foregroundSize = foreground.shown?.size
  const backgroundSize = background.shown?.size
  const sizesDiffer =
    foregroundSize && backgroundSize
      ? foregroundSize.width !== backgroundSize.width || foregroundSize.height !== backgroundSize.height
      : false
  const hasNoPicture = foreground.shown === null && background.shown === null
  // A bulk import may make a wireframe with a background only; a foreground is required where this form makes or made one.
  const needsForeground = wireframe === null || storedPicture(wireframe, true) !== null
  const foregroundProblem =
    saveAttempted && foreground.shown === null && (needsForeground || hasNoPicture) ? '请上传前景图' : null
  const sizeProblem =
    foregroundSize && backgroundSize && sizesDiffer
      ? `${sizesDifferText}：前景图 ${foregroundSize.width}×${foregroundSize.height}，背景图 ${backgroundSize.width}×${backgroundSize.height}`
      : null
  const isUploading = isSending(foreground) || isSending(background)
  const uploadFailed = [foreground, background].some(({ upload }) => upload !== null && upload.error !== null)

  const isReady = () =>
    !isUploading &&
    !uploadFailed &&
    !sizesDiffer &&
    !hasNoPicture &&
    (foreground.current !== null || !needsForeground) &&
    !hasProblems(problems) &&
    mmProblem === null

  const save = useOneAtATime(async () => {
    setSaveAttempted(true)
    if (size === null || !isReady()) {
      // Wait for the alerts to render, then scroll to the first of them.
      requestAnimationFrame(() =>
        formBody.current?.querySelector('.is-wrong, .wireframes-problem:not(:empty)')?.scrollIntoView?.({ block: 'nearest' }),
      )
      return
    }
    const write: WireframeWrite = {
      ...size,
      ...printAreaFields(area),
      widthMm,
      heightMm,
      ...(foreground.current?.uploaded && {
        foregroundImageFileId: foreground.current.uploaded.fileId,
        foregroundImageSha256: foreground.current.uploaded.sha256,
      }),
      ...(background.current?.uploaded && {
        backgroundImageFileId: background.current.uploaded.fileId,
        backgroundImageSha256: background.current.uploaded.sha256,
      }),
      ...(hadBackground && background.current === null && { backgroundImageFileId: null }),
    }
    setBusy(true)
    setError(null)
    try {
      await saveWireframe(api, { row, opened, write, enabled, overwrite }, saved.current)
      toastSuccess('更新成功')
      onSaved()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
      // Also after a failure: a call of two may have succeeded, or its answer was lost.
      void refreshWireframes(queries)
    }
  })
  useRetrySaveAfterLogin(error, save)

  return (
    <form
      className="wireframes-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div ref={formBody} className="wireframes-form-body">
        <PrintPreview
          foreground={foreground.shown?.src ?? null}
          background={background.shown?.src ?? null}
          size={size}
          area={hasProblems(problems) ? null : area}
          onChange={(next) => setTypedMargins(typedFrom(next))}
          empty={noPicture}
          isEmptyWrong={saveAttempted}
        />
        <div className="wireframes-form-fields">
          {overwrite && (
            <Alert
              type="warning"
              title="还没有保存：这张线框图刚在别处修改过"
              content="再点一次会用这里的内容覆盖那边的修改；想先看看，请取消后重新打开。"
            />
          )}
          {wireframe?.standard && (
            <Alert
              type="warning"
              content={standardTexts[wireframe.standard]}
              action={
                check && (
                  <Button size="small" onClick={() => store.start(check)}>
                    已核对
                  </Button>
                )
              }
            />
          )}
          {isSessionEnd(error) && <Alert type="info" content={savesAfterLoginText} />}
          {error !== null && !overwrite && !isSessionEnd(error) && <Alert type="error" content={<FailureText error={error} />} />}
          <PictureInput
            label="前景图"
            hint="盖在买家图案上面的一层，例如手机壳边框和镜头孔。"
            field={foreground}
            problem={foregroundProblem}
          />
          <PictureInput
            label="背景图"
            hint="垫在买家图案下面的一层，可不传；宽高要和前景图一样。"
            field={background}
            problem={sizeProblem}
            onRemove={background.clear}
          />
          <MarginFields
            typed={typedMargins}
            problems={problems}
            {...(size && !hasProblems(problems) && { limit: { area, size } })}
            onChange={setTypedMargins}
          />
          {proposed !== null && !sameArea(area, proposed) && (
            <p className="wireframes-proposal wireframes-hint" role="status">
              前景图透明的部分是 {areaText(proposed)}
              <Button size="mini" type="text" onClick={() => setTypedMargins(typedFrom(proposed))}>
                用作打印区域
              </Button>
            </p>
          )}
          <SizeFields typed={mm} size={size} onChange={setMm} />
          <SwitchField checked={enabled} onChange={setEnabled}>
            {hasWireframe(row) ? '上架' : '保存后上架'}
          </SwitchField>
        </div>
      </div>
      <footer className="wireframes-form-foot">
        <span className="wireframes-hint" role="status">
          {saveAttempted && isUploading
            ? '图片还在上传，传完就能保存'
            : saveAttempted && uploadFailed
              ? '有图片没有传上去，请重试或放弃这张'
              : isDirty
                ? '有未保存的修改'
                : ''}
        </span>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {overwrite ? '覆盖并保存' : '保存线框图'}
        </Button>
      </footer>
    </form>
  )
}
