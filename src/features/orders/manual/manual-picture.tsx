import { useEffect, useRef, useState } from 'react'
import { PlatformError } from '../../../../adapters/platform'
import { AbortedError } from '../../../../contract/call-errors'
import { fileKind, fileSizeLimit } from '../../../../contract/constants'
import { usePlatform } from '../../../api/services'
import { failureMessage } from '../../../base/failure-texts'
import type { PickedFile } from '../../../base/picked-files'
import { pictureAccept, pictureProblem } from '../../../base/picture-files'
import { preparePicture } from '../../../base/prepare-picture'
import { FileButton, FileDrop } from '../../../ui/file-drop'
import type { ManualPicture } from './manual-fields'

interface ManualPictureFieldProps {
  readonly label: string
  readonly picture: ManualPicture | null
  readonly onChange: (picture: ManualPicture | null) => void
}

const isCancel = (error: unknown) =>
  error instanceof AbortedError || (error instanceof PlatformError && error.code === 'CANCELLED')

/** Uploads the picture that a factory prints, and shows it. A failure names its cause, and the former picture stays. */
export function ManualPictureField({ label, picture, onChange }: ManualPictureFieldProps) {
  const platform = usePlatform()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useRef<AbortController | null>(null)
  useEffect(() => () => upload.current?.abort(), [])
  const choose = async ([picked]: readonly PickedFile[]) => {
    if (picked === undefined) return
    upload.current?.abort()
    const controller = new AbortController()
    upload.current = controller
    const isCurrent = () => upload.current === controller
    setProblem(null)
    setProgress(0)
    try {
      const { file, note } = await preparePicture(picked)
      const refused = await pictureProblem(file, { maxBytes: fileSizeLimit[fileKind.order] })
      if (refused !== null) throw new Error(refused)
      const { fileId, url } = await platform.uploadFile(file, fileKind.order, {
        signal: controller.signal,
        onProgress: ({ loaded, total }) => isCurrent() && setProgress(loaded / (total ?? file.blob.size)),
      })
      if (!isCurrent()) return
      setProblem(note)
      onChange({ fileId, name: file.name, url })
    } catch (error) {
      if (isCurrent() && !isCancel(error)) setProblem(`没有上传成功：${failureMessage(error, '请重试')}`)
    } finally {
      if (isCurrent()) setProgress(null)
    }
  }
  return (
    <FileDrop hint="工厂照这张图打印，原图上传，不压缩" onFiles={(files) => void choose(files)}>
      <div className="manual-picture">
        {picture !== null && <img className="manual-picture-image" src={picture.url} alt={picture.name} />}
        <FileButton accept={pictureAccept} multiple={false} onFiles={(files) => void choose(files)}>
          {label}
        </FileButton>
        <span className="orders-label" role="status">
          {progress === null ? picture?.name : `正在上传 ${Math.round(progress * 100)}%`}
        </span>
      </div>
      {problem !== null && (
        <p className="orders-problem" role="alert">
          {problem}
        </p>
      )}
    </FileDrop>
  )
}
