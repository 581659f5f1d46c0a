import { useLocation } from 'wouter'
import { screens } from '../../base/paths'
import FirstStepStrip from '../../features/home/first-step-strip'
import { BrandList } from '../../features/phones/brand-list'
import { ModelList } from '../../features/phones/model-list'
import { TypedScreen } from '../typed-screen'

/** 品牌与型号. */
export default function PhoneBrandModel() {
  const [, navigate] = useLocation()
  return (
    <TypedScreen
      title="品牌与型号"
      base={screens.phones.path}
      above={<FirstStepStrip />}
      tabs={[
        {
          type: 'brand',
          label: '品牌列表',
          content: <BrandList onModels={(brandId) => navigate(screens.models({ brand: brandId }))} />,
        },
        {
          type: 'model',
          label: '型号列表',
          content: <ModelList onAddBrand={() => navigate(screens.brands({ dialog: 'add' }))} />,
        },
      ]}
    />
  )
}
