import { Alert, Button } from '@arco-design/web-react'
import { IconFile, IconFolderAdd } from '@arco-design/web-react/icon'
import type { DesignAssetCollection } from '../../../contract/types'
import { pictureAccept } from '../../base/picture-files'
import { AnotherPicture } from '../../ui/another-picture'
import { FileButton, FileDrop } from '../../ui/file-drop'
import { ProgressBar } from '../../ui/progress-bar'
import { useTask } from '../../ui/tasks'
import { UploadSteps } from '../../ui/upload-steps'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import type { AssetKind } from './asset-kinds'
import { pictureFormats } from './picture-check'
import type { AssetUpload } from './upload-plan'
import { UploadNotice } from './upload-report'
import type { Upload } from './use-upload'
import './upload-wizard.css'

function PickingReport({ picking, decideKnown }: Pick<Upload, 'picking' | 'decideKnown'>) {
  switch (picking.phase) {
    case 'idle':
      return null
    case 'checking': {
      const { checked, total } = picking
      return (
        <div className="assets-checking" role="status">
          <span className="numeric">
            正在检查图片 {checked}/{total}
          </span>
          <ProgressBar
            percent={Math.round((checked / Math.max(1, total)) * 100)}
            size="small"
            showText={false}
            label="检查进度"
          />
        </div>
      )
    }
    case 'unreadable':
      return <Alert type="error" content="读取不到拖进来的文件夹，请改用「选择文件夹」，或检查它是否还在" />
    case 'known': {
      const { known, sendCount } = picking
      const newCount = sendCount - known.length
      return (
        <section className="assets-known" aria-label="已经有的图片">
          <Alert type="warning" content={`有 ${known.length} 张图片素材库里已经有了，再上传会多出一份一样的。`} />
          <ul className="assets-refused">
            {known.map(({ name, asset }) => (
              <li key={asset.sha256}>
                <span className="assets-refused-name">{name}</span>
                <span>
                  在「{asset.collectionName}」里，名称是「{asset.name}」
                </span>
              </li>
            ))}
          </ul>
          <div className="assets-known-actions">
            <Button type="primary" autoFocus onClick={() => decideKnown(false)}>
              {newCount === 0 ? '跳过，不重复上传' : `跳过它们，上传其余 ${newCount} 张`}
            </Button>
            <Button onClick={() => decideKnown(true)}>照样上传全部 {sendCount} 张</Button>
          </div>
        </section>
      )
    }
    case 'refused':
      return (
        <>
          <Alert type="error" content="所选的文件不符合规范请检查" />
          <ul className="assets-refused" aria-label="不符合规范的文件">
            {picking.rows.map(({ key, name, input }) => (
              <li key={key}>
                <span className="assets-refused-name">{name}</span>
                <span>{input.what === 'refused' ? input.reason : ''}</span>
              </li>
            ))}
            {picking.rows.length === 0 && <li>里面没有文件</li>}
          </ul>
        </>
      )
  }
}

interface StartProps {
  readonly kind: AssetKind
  readonly collection: DesignAssetCollection
  readonly upload: Upload
}

/** Step 0: advice on pictures and the ways to pick them. */
function UploadStart({ kind, collection, upload: { picking, addFiles, reportUnreadable, decideKnown } }: StartProps) {
  const busy = picking.phase === 'checking'
  return (
    <>
      <ul className="assets-advice">
        <li>{kind.advice}</li>
        <li>
          单张不超过 3 MB、1 亿像素，支持 {pictureFormats.join('、')}；手机的 AVIF、HEIC 在浏览器能打开时自动转成 JPG 或 PNG。
        </li>
        <li>可以一次选很多张：同时上传 6 张，按选择的顺序排在「{collection.name}」的最后；库里已经有的图片会先告诉您。</li>
        <li>上传开始后可以关闭这个窗口去做别的，进度在任务列表里看。</li>
      </ul>
      {/* Pasting works on the whole screen, also while this dialog is closed. */}
      <FileDrop
        hint="把图片或文件夹拖到这里，或复制后按 Ctrl+V 粘贴"
        paste={false}
        disabled={busy}
        onFiles={addFiles}
        onProblem={reportUnreadable}
      >
        <FileButton type="primary" icon={<IconFile />} accept={pictureAccept} disabled={busy} onFiles={addFiles}>
          选择图片
        </FileButton>
        <FileButton folder icon={<IconFolderAdd />} disabled={busy} onFiles={addFiles}>
          选择文件夹
        </FileButton>
      </FileDrop>
      <PickingReport picking={picking} decideKnown={decideKnown} />
    </>
  )
}

interface UploadWizardProps extends StartProps {
  /** '' while closed, 'new' before files are picked, otherwise the id of the upload task to show. */
  readonly uploadParam: string
  /** Starts another upload. */
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The dialog with three steps: advice, progress, results. Closing it does not stop the upload. */
export function UploadWizard({ kind, collection, uploadParam, upload, onAgain, onClose }: UploadWizardProps) {
  const open = uploadParam !== ''
  const task = useTask(open ? uploadParam : null)
  const shownTask = useValueWhileClosing(open, task)
  return (
    <UploadSteps
      open={open}
      title={`上传${kind.noun}到「${collection.name}」`}
      instructions={<UploadStart kind={kind} collection={collection} upload={upload} />}
      task={shownTask}
      mayRetrySucceed={({ input }) => (input as AssetUpload).what !== 'refused'}
      notice={shownTask && <UploadNotice task={shownTask} />}
      renderRemedy={(item) =>
        shownTask && <AnotherPicture name={item.name} onFile={(file) => void upload.replace(shownTask.id, item.key, file)} />
      }
      onUploadMore={onAgain}
      onClose={onClose}
    />
  )
}
