import { useLocation } from 'wouter'
import { BrandList } from '../../features/phones/brand-list'
import { ModelList } from '../../features/phones/model-list'
import { TypedScreen } from '../typed-screen'

const base = '/app/phone_brand_model'

/** 品牌与型号. */
export default function PhoneBrandModel() {
  const [, navigate] = useLocation()
  return (
    <TypedScreen
      title="品牌与型号"
      base={base}
      tabs={[
        {
          type: 'brand',
          label: '品牌列表',
          content: <BrandList onModels={(brandId) => navigate(`${base}/model?brand=${brandId}`)} />,
        },
        {
          type: 'model',
          label: '型号列表',
          content: <ModelList onAddBrand={() => navigate(`${base}/brand?dialog=add`)} />,
        },
      ]}
    />
  )
}
