/** Phones of OPPO, OnePlus and realme. Sizes in mm; what is guessed of them is in types.ts. */
import { circle, columns, pill, plateau, quad } from '../cameras'
import { hot, libraryBrand, phone, unchecked } from '../types'

export const oppo = libraryBrand(
  'OPPO',
  ['欧珀'],
  [
    phone('Find X9 Pro', '2025-10', [76.5, 161.3, 8.3], 12, quad(4.5, 4.5, 40), hot),
    phone('Find X9', '2025-10', [73.9, 157, 8], 12, quad(4.5, 4.5, 37), hot),
    phone('Reno14 Pro', '2025-05', [77, 163.4, 7.5], 11, pill(5.5, 5.5, 24, 42, 2), hot),
    phone('Reno14', '2025-05', [74.7, 157.9, 7.4], 11, pill(5.5, 5.5, 23, 40, 2), hot),
    phone('Find X8 Ultra', '2025-04', [76.8, 163.1, 8.8], 11, circle(38.4, 28.5, 22.5)),
    phone('Reno13 Pro', '2024-11', [76.6, 162.7, 7.6], 11, pill(5.5, 5.5, 23, 42, 2), hot),
    phone('Reno13', '2024-11', [74.7, 157.9, 7.2], 11, pill(5.5, 5.5, 22, 40, 2), hot),
    phone('Find X8 Pro', '2024-10', [76.7, 162.3, 8.2], 10.5, circle(38.35, 27.5, 21.5)),
    phone('Find X8', '2024-10', [74.3, 157.4, 7.9], 10.5, circle(37.15, 26.5, 20.5), hot),
    phone('Reno12 Pro', '2024-05', [74.8, 161.4, 7.4], 9.5, pill(5.5, 5.5, 22, 42, 3), unchecked),
    phone('Reno12', '2024-05', [74.1, 161.4, 7.6], 9.5, pill(5.5, 5.5, 22, 42, 3), unchecked),
    phone('Find X7 Ultra', '2024-01', [76.2, 164.3, 9.5], 10, circle(38.1, 28, 22)),
    phone('Find X7', '2024-01', [75.4, 162.7, 8.7], 10, circle(37.7, 27, 20.5)),
    phone('Reno11 Pro', '2023-11', [74.2, 162.4, 7.6], 9.5, pill(5, 5, 20, 43, 3), unchecked),
    phone('Find X6 Pro', '2023-03', [76.2, 164.8, 9.1], 9.5, circle(38.1, 28, 22)),
    phone('Reno9', '2022-11', [74.2, 162.3, 7.2], 9, columns(5, 5, 26, 40)),
    phone('Find X5 Pro', '2022-02', [73.9, 163.7, 8.5], 9, columns(5, 5, 30, 36)),
  ],
)

export const onePlus = libraryBrand(
  '一加',
  ['OnePlus'],
  [
    phone('一加 15', '2025-10', [76.7, 161.4, 8.1], 12, quad(4.5, 4.5, 37), hot),
    phone('一加 13T', '2025-04', [71.7, 150.8, 8.2], 11.5, quad(4.5, 4.5, 30)),
    phone('一加 Ace 5 Pro', '2024-12', [75.8, 161.7, 8.1], 10.5, circle(22, 22.5, 17.5), hot),
    phone('一加 Ace 5', '2024-12', [75.8, 161.7, 8], 10.5, circle(22, 22.5, 17.5), hot),
    phone('一加 13', '2024-10', [76.5, 162.9, 8.5], 10.5, circle(22, 23, 18), hot),
    phone('一加 Ace 3 Pro', '2024-06', [75.3, 163.3, 8.7], 9.5, circle(22, 22.5, 18)),
    phone('一加 Ace 3', '2024-01', [75.3, 163.3, 8.8], 9.5, circle(22, 22.5, 18)),
    phone('一加 12', '2023-12', [75.8, 164.3, 9.2], 9.5, circle(22, 23, 18), hot),
    phone('一加 Ace 2', '2023-02', [74.3, 163.4, 8.7], 9, circle(22, 22.5, 18)),
    phone('一加 11', '2023-01', [74.1, 163.1, 8.5], 9, circle(22, 22.5, 18)),
    phone('一加 10 Pro', '2022-01', [73.9, 163, 8.6], 9, quad(3, 4, 36)),
    phone('一加 9 Pro', '2021-03', [73.6, 163.2, 8.7], 9, columns(5, 5, 22, 42)),
  ],
)

export const realme = libraryBrand(
  '真我',
  ['realme'],
  [
    phone('真我 Neo7', '2024-12', [76.4, 162.6, 8.6], 10, columns(5, 5, 30, 38)),
    phone('真我 GT7 Pro', '2024-11', [76.9, 162.5, 8.6], 10, quad(5, 5, 36), hot),
    phone('真我 GT Neo6', '2024-05', [75.1, 162, 8.7], 9.5, quad(5, 5, 32)),
    phone('真我 GT5 Pro', '2023-12', [75.1, 161.7, 9.2], 9.5, circle(37.55, 27, 20.5)),
    phone('真我 GT5', '2023-08', [75.4, 163.1, 8.9], 9.5, plateau(5, 5, 36, 30)),
    phone('真我 11 Pro+', '2023-05', [73.9, 161.6, 8.7], 9, circle(36.95, 25, 19)),
    phone('真我 GT Neo5', '2023-02', [75.8, 163.9, 8.9], 9.5, plateau(5, 5, 36, 30)),
  ],
)
