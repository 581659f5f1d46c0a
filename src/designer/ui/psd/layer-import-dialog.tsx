import '../../../template-tools/psd/ui/psd.css'
import { Button } from '@arco-design/web-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LocalFile } from '../../../../adapters/platform'
import { type PsdOpening, pagePsdClient } from '../../../../imaging/psd/psd-client'
import { usePlatform } from '../../../api/services'
import { psdText, reasonText } from '../../../template-tools/psd/failure'
import { pageEncoder } from '../../../template-tools/psd/fit-picture'
import type { ReportSummary } from '../../../template-tools/psd/report'
import { ArtboardChooser } from '../../../template-tools/psd/ui/artboard-chooser'
import { importUseOf, pickedOf } from '../../../template-tools/psd/ui/choices'
import { ImportFailure } from '../../../template-tools/psd/ui/import-failure'
import { ImportReport } from '../../../template-tools/psd/ui/import-report'
import { PsdPick } from '../../../template-tools/psd/ui/psd-pick'
import { usePsdReading } from '../../../template-tools/psd/ui/use-psd-reading'
import { FileButton } from '../../../ui/file-drop'
import { Modal } from '../../../ui/modal'
import { ProgressBar } from '../../../ui/progress-bar'
import { toastHint, toastSuccess } from '../../../ui/toast'
import { createLayerImports } from '../../psd/layer-import'
import { useCell, useDesigner } from '../context'

type Stage =
  | { readonly step: 'choose' }
  | { readonly step: 'importing'; readonly name: string; readonly done: number; readonly total: number }
  | { readonly step: 'done'; readonly name: string; readonly report: ReportSummary }

const choosing: Stage = { step: 'choose' }

interface LayerImportDialogProps {
  /** Reads PSD files; tests pass another one. */
  readonly client?: PsdOpening
}

/** 导入PSD: imports one artboard of one file as layers of the open design. */
export function LayerImportDialog({ client = pagePsdClient }: LayerImportDialogProps) {
  const { uiState } = useDesigner()
  const request = useCell(uiState.psd)
  const [open, setOpen] = useState(false)
  if (request !== null && !open) setOpen(true)
  // Stays mounted while it fades out.
  return open ? <Dialog client={client} request={request} onClosed={() => setOpen(false)} /> : null
}

interface DialogProps {
  readonly client: PsdOpening
  readonly request: { readonly file: LocalFile | null } | null
  readonly onClosed: () => void
}

function Dialog({ client, request, onClosed }: DialogProps) {
  const { session, maxFileBytes, texts, uiState } = useDesigner()
  const platform = usePlatform()
  const reading = usePsdReading({ multiple: false, isOpen: true, client })
  const [stage, setStage] = useState(choosing)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly name: string; readonly reason: string } | null>(null)
  const stop = useRef<AbortController | null>(null)
  const { psdTexts } = texts
  const imports = useMemo(
    () =>
      createLayerImports({
        session,
        platform,
        open: client.open,
        encoder: pageEncoder,
        maxBytes: maxFileBytes.get,
        texts: psdTexts,
      }),
    [session, platform, client, maxFileBytes, psdTexts],
  )
  useEffect(() => () => stop.current?.abort(), [])
  const { boards, choices, busy, add } = reading

  // A file dropped on the designer is read at once.
  const dropped = request?.file ?? null
  const addedFile = useRef<LocalFile | null>(null)
  useEffect(() => {
    if (dropped === null || addedFile.current === dropped) return
    addedFile.current = dropped
    add([dropped])
  })

  const close = () => {
    stop.current?.abort()
    uiState.psd.set(null)
  }
  const start = async () => {
    const [board] = pickedOf(boards, choices)
    if (!board) return toastHint(psdText.pickOne)
    const { name } = board
    const control = new AbortController()
    stop.current = control
    setFailure(null)
    setStage({ step: 'importing', name, done: 0, total: 0 })
    try {
      const report = await imports.run(
        {
          file: board.file,
          name,
          artboardId: board.artboard.id,
          use: importUseOf(board, choices),
          groups: choices.groups,
          ...(board.likeness === null ? {} : { likeness: board.likeness[choices.groups] }),
        },
        { signal: control.signal, onProgress: (done, total) => setStage({ step: 'importing', name, done, total }) },
      )
      toastSuccess(psdText.done)
      if (report.remarks.length > 0) setStage({ step: 'done', name, report })
      else close()
    } catch (error) {
      setStage(choosing)
      // A cancelled upload rejects with an error of its own, which is no failure.
      if (!control.signal.aborted) setFailure({ name, reason: reasonText(error) })
    }
  }

  const importing = stage.step === 'importing'
  return (
    <>
      <Modal
        visible={request !== null}
        title="导入PSD"
        className="psd-dialog"
        style={{ width: 960, maxWidth: 'calc(100vw - 32px)' }}
        onCancel={importing ? () => stop.current?.abort() : close}
        afterClose={onClosed}
        footer={
          stage.step === 'done' ? (
            <Button type="primary" autoFocus onClick={close}>
              完成
            </Button>
          ) : importing ? (
            <Button onClick={() => stop.current?.abort()}>取消导入</Button>
          ) : (
            <>
              <Button onClick={close}>取消</Button>
              {boards.length > 0 && (
                <Button type="primary" onClick={() => void start()}>
                  导入图层
                </Button>
              )}
            </>
          )
        }
      >
        {stage.step === 'choose' && boards.length === 0 && (
          <>
            {problem !== null && (
              <p className="psd-note is-warning" role="alert">
                {problem}
              </p>
            )}
            <PsdPick
              multiple={false}
              busy={busy}
              onProblem={setProblem}
              onFiles={(files) => {
                setProblem(null)
                if (files.length > 1) toastHint(psdText.onlyFirst)
                add(files)
              }}
            />
          </>
        )}
        {stage.step === 'choose' && boards.length > 0 && (
          <ArtboardChooser reading={reading} multiple={false}>
            <span className="psd-file" title={boards[0]?.fileName}>
              {boards[0]?.fileName}
            </span>
            <FileButton multiple={false} type="text" onFiles={add}>
              换一个文件
            </FileButton>
          </ArtboardChooser>
        )}
        {stage.step === 'importing' && (
          <div className="psd-progress">
            <span className="numeric" role="status">
              正在导入「{stage.name}」{stage.total > 0 && ` ${stage.done}/${stage.total}`}
            </span>
            <ProgressBar
              percent={stage.total > 0 ? Math.round((stage.done / stage.total) * 100) : 0}
              showText={false}
              label={`「${stage.name}」导入进度`}
            />
            <p className="psd-note">图片全部上传后一起放进设计，取消不会留下任何图层。</p>
          </div>
        )}
        {stage.step === 'done' && (
          <div className="psd-detail is-alone">
            <h2 className="psd-detail-name" title={stage.name}>
              「{stage.name}」已导入
            </h2>
            <ImportReport summary={stage.report} label={`「${stage.name}」的图层说明`} after />
          </div>
        )}
      </Modal>
      <ImportFailure failures={reading.failures} onClose={reading.dismissFailures} />
      <ImportFailure failures={failure ? [failure] : none} onRetry={() => void start()} onClose={() => setFailure(null)} />
    </>
  )
}

const none: readonly never[] = []
