import { Form, Select } from '@arco-design/web-react'
import { type Look, lookNames, looks, type Pose, poseNames, poses } from '../../../contract/rules/look'
import { type WhiteInk, whiteInks } from '../../../contract/rules/print-profile'
import type { PhoneCaseMaterial } from '../../../contract/types'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { NameField } from '../../ui/name-field'
import { toastSuccess } from '../../ui/toast'
import { useMaterialMutations } from './mutations'

interface MaterialFormProps {
  /** The material to change, 'new' to add one, null while closed. */
  readonly target: PhoneCaseMaterial | 'new' | null
  readonly onClose: () => void
}

interface Fields {
  name: string
  look: Look | 'auto'
  effectPose: Pose
  whiteInk: WhiteInk
}

const lookOptions = looks.map((value) => ({ value, label: lookNames[value] }))
const whiteInkNames: Readonly<Record<WhiteInk, string>> = {
  profile: '按打印配置',
  under: '整片垫白（黑壳、深色壳）',
  between: '彩白彩（透明壳）',
  none: '不垫白（白壳）',
}
const whiteInkOptions = whiteInks.map((value) => ({ value, label: whiteInkNames[value] }))
const poseOptions = poses.map((value) => ({ value, label: poseNames[value] }))

const checkName = (value: string | undefined, fail: (problem?: string) => void) =>
  fail(value?.trim() ? undefined : '材质名称必填')

/** A dialog that adds or changes a material. */
export function MaterialForm({ target, onClose }: MaterialFormProps) {
  const { create, change } = useMaterialMutations()
  const material = target === 'new' ? null : target
  const save = async ({ name, look, effectPose, whiteInk }: Fields, { opened, overwrite }: SaveContext<Fields>) => {
    if (material === null) {
      await create.mutateAsync({ name: name.trim(), effectPose, whiteInk, ...(look !== 'auto' && { look }) })
      toastSuccess(`操作成功：新增材质「${name.trim()}」`)
    } else {
      await change.mutateAsync({
        id: material.id,
        name: name.trim(),
        ...(look !== 'auto' && look !== material.look && { look }),
        ...(effectPose !== material.effectPose && { effectPose }),
        ...(whiteInk !== material.whiteInk && { whiteInk }),
        ...(!overwrite && { was: { name: opened.name ?? '' } }),
      })
      toastSuccess('更新成功')
    }
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={material === null ? '新增材质' : '修改材质'}
      subject={material?.id}
      okText={material === null ? '新增材质' : '保存材质'}
      initialValues={{
        name: material?.name ?? '',
        look: material?.look ?? 'auto',
        effectPose: material?.effectPose ?? 'front',
        whiteInk: material?.whiteInk ?? 'profile',
      }}
      fields={['name']}
      save={save}
      changes
      onClose={onClose}
    >
      {() => (
        <>
          <NameField label="材质名称" placeholder="例如：液态硅胶、磨砂、透明TPU" check={checkName} />
          <Form.Item label="质感" field="look" extra="效果图按质感画出光影">
            <Select
              aria-label="质感"
              options={material === null ? [{ value: 'auto', label: '按名称判断' }, ...lookOptions] : lookOptions}
            />
          </Form.Item>
          <Form.Item label="效果图姿势" field="effectPose" extra="订单效果图里手机壳的摆放；已有的效果图在重新生成时更新">
            <Select aria-label="效果图姿势" options={poseOptions} />
          </Form.Item>
          <Form.Item label="印刷方式" field="whiteInk" extra="按打印配置下载时，白墨怎么印">
            <Select aria-label="印刷方式" options={whiteInkOptions} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
