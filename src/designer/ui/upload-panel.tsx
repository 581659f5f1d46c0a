import { bytesText } from '../../../contract/rules/sizes'
import { pictureAccept } from '../../base/picture-files'
import './upload-panel.css'
import { Button } from '@arco-design/web-react'
import { IconClose, IconImport, IconRefresh, IconUpload } from '@arco-design/web-react/icon'
import { type ChangeEvent, useRef } from 'react'
import { ProgressBar } from '../../ui/progress-bar'
import { useCell, useDesigner } from './context'
import type { Upload } from './upload-queue'

/** Adds pictures by a file dialog; dropping and pasting work anywhere in the designer. */
export function UploadPanel() {
  const { uploads, maxFileBytes, uiState } = useDesigner()
  const limit = useCell(maxFileBytes)
  const running = useCell(uploads.uploads)
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add([...(event.target.files ?? [])].map((file) => ({ name: file.name, blob: file })))
    // Reset the input, so that the same file can be chosen again after it was removed.
    event.target.value = ''
  }
  const waiting = running.filter((one) => one.status !== 'failed').length
  return (
    <section className="designer-upload" aria-label="上传图片">
      <input ref={input} type="file" accept={pictureAccept} multiple hidden onChange={choose} data-testid="picture-files" />
      <Button type="primary" long icon={<IconUpload />} onClick={() => input.current?.click()}>
        上传图片
      </Button>
      <Button long icon={<IconImport />} onClick={() => uiState.psd.set({ file: null })}>
        导入PSD
      </Button>
      <p className="designer-hint">
        也可以把图片拖进来，或复制后按 Ctrl+V 粘贴。支持 PNG、JPG、WebP、GIF、BMP、SVG、AVIF、HEIC，单张不超过{' '}
        {bytesText(limit, 'down')}
      </p>
      {waiting > 0 && (
        <p className="designer-hint" role="status">
          正在上传，还剩 {waiting} 张
        </p>
      )}
      {running.length > 0 && (
        <ul className="designer-uploads" aria-label="上传进度">
          {running.map((one) => (
            <UploadRow key={one.id} upload={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function UploadRow({ upload: { id, file, status, progress, error, retryable } }: { readonly upload: Upload }) {
  const { uploads } = useDesigner()
  const failed = status === 'failed'
  return (
    <li className={failed ? 'designer-upload-row is-failed' : 'designer-upload-row'}>
      <div className="designer-upload-main">
        <span className="designer-upload-name" title={file.name}>
          {file.name}
        </span>
        {failed ? (
          <span className="designer-upload-error" role="alert">
            {error}
          </span>
        ) : (
          <ProgressBar percent={Math.round(progress * 100)} size="small" label={`${file.name} 上传进度`} />
        )}
      </div>
      {failed && retryable && (
        <Button size="mini" icon={<IconRefresh />} aria-label={`重新上传「${file.name}」`} onClick={() => uploads.retry(id)}>
          重试
        </Button>
      )}
      <Button
        size="mini"
        type="text"
        icon={<IconClose />}
        aria-label={failed ? `移除「${file.name}」` : `取消上传「${file.name}」`}
        onClick={() => uploads.remove(id)}
      />
    </li>
  )
}
