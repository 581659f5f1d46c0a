/** Phones of Xiaomi and Redmi. Sizes in mm; what is guessed of them is in types.ts. */
import { bar, circle, columns, pill, plateau, quad } from '../cameras'
import { hot, libraryBrand, phone, unchecked } from '../types'

export const xiaomi = libraryBrand(
  '小米',
  ['Xiaomi', 'MI'],
  [
    phone('小米 17 Pro Max', '2025-09', [77.6, 162.9, 8], 12, plateau(4.5, 4.5, 68.6, 42), hot),
    phone('小米 17 Pro', '2025-09', [71.8, 151.1, 8], 12, plateau(4.5, 4.5, 62.8, 40), hot),
    phone('小米 17', '2025-09', [71.8, 151.1, 8.06], 12, quad(4, 4, 35), hot),
    phone('小米 15 Ultra', '2025-02', [75.3, 161.3, 9.35], 10, circle(37.65, 28, 22)),
    phone('小米 15 Pro', '2024-10', [75.3, 161.3, 8.35], 10, quad(4, 4, 38), hot),
    phone('小米 15', '2024-10', [71.2, 152.3, 8.08], 10.5, quad(4, 4, 35), hot),
    phone('小米 Civi 4 Pro', '2024-03', [72.8, 157.2, 7.45], 9.5, circle(20, 21, 15.5)),
    phone('小米 14 Ultra', '2024-02', [75.3, 161.4, 9.2], 9.5, circle(37.65, 27.5, 21.5)),
    phone('小米 14 Pro', '2023-10', [75.3, 161.4, 8.49], 9.5, quad(4, 4, 37), hot),
    phone('小米 14', '2023-10', [71.5, 152.8, 8.2], 9.5, quad(4, 4, 34), hot),
    phone('小米 13 Ultra', '2023-04', [74.6, 163.2, 9.06], 9.5, circle(37.3, 27.5, 21)),
    phone('小米 13 Pro', '2022-12', [74.6, 162.9, 8.38], 9.5, quad(4, 4, 36)),
    phone('小米 13', '2022-12', [71.5, 152.8, 7.98], 9.5, quad(4, 4, 33), hot),
    phone('小米 12S Ultra', '2022-07', [74.97, 163.17, 9.06], 9, circle(37.5, 27.5, 21)),
    phone('小米 12S', '2022-07', [69.9, 152.7, 8.16], 9, columns(5, 5, 25, 34)),
    phone('小米 12 Pro', '2021-12', [74.6, 163.6, 8.16], 9, columns(5, 5, 26, 36)),
    phone('小米 12', '2021-12', [69.9, 152.7, 8.16], 9, columns(5, 5, 25, 34)),
    phone('小米 11', '2020-12', [74.6, 164.3, 8.06], 9, quad(5, 5, 31)),
  ],
)

export const redmi = libraryBrand(
  '红米',
  ['Redmi', 'REDMI'],
  [
    phone('Redmi K80 至尊版', '2025-06', [77.9, 163.1, 8.2], 11, pill(5.5, 5.5, 20, 42, 2), { aliases: ['红米K80Ultra'] }),
    phone('Redmi Turbo 4 Pro', '2025-04', [77.9, 163.1, 8], 11, pill(5.5, 5.5, 19, 42, 2), hot),
    phone('Redmi Turbo 4', '2025-01', [75.2, 161, 8.1], 10, pill(5.5, 5.5, 18, 40, 2)),
    phone('Redmi K80 Pro', '2024-11', [75, 160.3, 8.4], 10, circle(21.5, 22.5, 17), hot),
    phone('Redmi K80', '2024-11', [75, 160.3, 8.1], 10, circle(21.5, 22.5, 17), hot),
    phone('Redmi Note 14 Pro+', '2024-09', [74.7, 162.5, 8.7], 10, circle(37.35, 24, 18), unchecked),
    phone('Redmi Note 14 Pro', '2024-09', [74.6, 162.3, 8.2], 10, circle(37.3, 24, 18), { ...hot, ...unchecked }),
    phone('Redmi K70 至尊版', '2024-07', [75.1, 160.4, 8.4], 9, bar(4, 5, 67, 26), { aliases: ['红米K70Ultra'] }),
    phone('Redmi Turbo 3', '2024-04', [74.4, 160.5, 7.8], 9, pill(5.5, 5.5, 18, 40, 2), hot),
    phone('Redmi K70 Pro', '2023-11', [75, 160.9, 8.2], 8.5, bar(4, 5, 67, 26), hot),
    phone('Redmi K70', '2023-11', [75, 160.9, 8.2], 8.5, bar(4, 5, 67, 26), hot),
    phone('Redmi K70E', '2023-11', [74.3, 160.5, 8.1], 8.5, pill(5.5, 5.5, 18, 41, 2)),
    phone('Redmi Note 13 Pro+', '2023-09', [74.2, 161.4, 8.9], 8.5, quad(5, 5, 33)),
    phone('Redmi Note 13 Pro', '2023-09', [74.2, 161.2, 8], 8.5, quad(5, 5, 33), hot),
    phone('Redmi Note 13 5G', '2023-09', [75, 161.1, 7.6], 8.5, pill(5.5, 5.5, 17, 38, 2)),
    phone('Redmi K60 至尊版', '2023-08', [75.7, 162.2, 8.5], 8.5, columns(5, 5, 30, 40), { aliases: ['红米K60Ultra'] }),
    phone('Redmi Note 12 Turbo', '2023-03', [74.2, 161.1, 7.9], 8.5, pill(5.5, 5.5, 17, 38, 2)),
    phone('Redmi K60 Pro', '2022-12', [75.4, 162.8, 8.6], 8.5, columns(5, 5, 30, 40)),
    phone('Redmi K60', '2022-12', [75.4, 162.8, 8.6], 8.5, columns(5, 5, 30, 40), hot),
    phone('Redmi Note 12 Pro+', '2022-10', [76, 162.9, 9], 8.5, columns(5, 5, 26, 38)),
    phone('Redmi Note 12 Pro', '2022-10', [76, 162.9, 8], 8.5, columns(5, 5, 26, 38)),
    phone('Redmi K50', '2022-03', [76.2, 163.1, 8.5], 8.5, columns(5, 5, 27, 40)),
    phone('Redmi K40', '2021-02', [76.4, 163.7, 7.8], 8.5, columns(5, 5, 24, 36)),
  ],
)
