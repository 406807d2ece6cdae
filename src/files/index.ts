/**
 * Files of extensions: received into a file on disk, their type by their bytes, and a store for each extension. Public
 * ones have an address. Pictures are made by sharp. Imports `base`, `config` and `extensions`.
 */
export { checkFiles } from './check-files.ts';
export { FileStore, filesFolder, isUpload, publicUrl } from './file-store.ts';
export { multipartParser } from './optional-packages.ts';
export { sizeOfPicture } from './picture-widths.ts';
export { receiveFile } from './receive-file.ts';
export { ReceivedUpload, streamOfUpload, type UploadFacts } from './received-upload.ts';
