export type { CsvChange, CsvFields, CsvOwner, CsvProblem } from './csv-owner.ts';
export { answerCsv } from './import-csv.ts';
export { applyCsv, type CsvPreview, keepCsv, readKeptCsv } from './keep-csv.ts';
export { csvMoney } from './read-csv.ts';
export { sendCsv } from './send-csv.ts';
