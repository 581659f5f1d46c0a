import { Button, Form } from '@arco-design/web-react'
import { useState } from 'react'
import { fileKind } from '../../../contract/constants'
import { profileProblem } from '../../../imaging/tiff/ink-profiles'
import { usePlatform } from '../../api/services'
import type { PickedFile } from '../../base/picked-files'
import { FailureText } from '../../ui/failure-view'
import { FileButton } from '../../ui/file-drop'

export interface IccChoice {
  readonly fileId: number
  readonly name: string
}

interface IccFieldProps {
  readonly value: IccChoice | null
  readonly onChange: (value: IccChoice | null) => void
}

/** Chooses the ICC profile of the printer, which is uploaded at once. */
export function IccField({ value, onChange }: IccFieldProps) {
  const platform = usePlatform()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const upload = async ([picked]: readonly PickedFile[]) => {
    if (picked === undefined) return
    setBusy(true)
    setError(null)
    try {
      const { name, blob } = picked
      const problem = profileProblem(new Uint8Array(await blob.slice(0, 132).arrayBuffer()))
      if (problem !== null) throw new Error(problem)
      const { fileId } = await platform.uploadFile({ name, blob }, fileKind.colorProfile)
      onChange({ fileId, name: name.slice(0, 100) })
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form.Item label="打印机的 ICC 颜色配置文件" extra="向打印机或墨水的厂家要；没有它就不能换算成 CMYK。">
      <div className="icc-field">
        {value !== null && <span className="icc-name">{value.name}</span>}
        <FileButton accept=".icc,.icm" multiple={false} disabled={isBusy} onFiles={(files) => void upload(files)}>
          {isBusy ? '正在上传…' : value === null ? '选择 ICC 文件' : '换一个 ICC 文件'}
        </FileButton>
        {value !== null && (
          <Button type="text" onClick={() => onChange(null)}>
            移除
          </Button>
        )}
      </div>
      {error !== null && (
        <p className="download-problem" role="alert">
          <FailureText error={error} />
        </p>
      )}
    </Form.Item>
  )
}
