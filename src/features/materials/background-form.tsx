import { Form } from '@arco-design/web-react'
import { readHex } from '../../../contract/ground/hex-color'
import type { MaterialColor, PhoneCaseMaterial } from '../../../contract/types'
import { ColorField } from '../../ui/color-field'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { backgroundRule } from './color-form'
import { useMaterialMutations } from './mutations'

interface BackgroundFormProps {
  readonly material: PhoneCaseMaterial
  /** Colours without a background; null while the dialog is closed. They do not change while it is open. */
  readonly colors: readonly MaterialColor[] | null
  readonly onClose: () => void
}

type Fields = Record<string, string>

const fieldOf = (color: MaterialColor) => `color-${color.id}`

/** Asks for the missing backgrounds of colours before their material can require backgrounds. */
export function BackgroundForm({ material, colors, onClose }: BackgroundFormProps) {
  const { completeBackgrounds } = useMaterialMutations()
  const save = async (values: Fields) => {
    const backgrounds = new Map((colors ?? []).map((color) => [color.id, readHex(values[fieldOf(color)] ?? '') ?? '']))
    await completeBackgrounds.mutateAsync({ id: material.id, backgrounds })
    toastSuccess('更新成功')
  }
  return (
    <FormDialog<Fields>
      visible={colors !== null}
      title="设置背景色"
      subject={material.id}
      okText="保存并开启"
      initialValues={{}}
      fields={[]}
      save={save}
      onClose={onClose}
      width={480}
    >
      {() => (
        <>
          <p className="materials-hint">
            「{material.name}」开启「需要背景」后，每种颜色都要有背景色。下面 {colors?.length ?? 0} 种颜色还没有设置：
          </p>
          {(colors ?? []).map((color) => (
            <Form.Item key={color.id} label={color.name} field={fieldOf(color)} rules={[backgroundRule(true)]}>
              <ColorField label={`「${color.name}」的背景色`} />
            </Form.Item>
          ))}
        </>
      )}
    </FormDialog>
  )
}
