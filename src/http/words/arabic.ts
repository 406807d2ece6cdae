import { type CoreTexts, ratioText, sizeText } from './english.ts';

/** In a locale whose digits it takes: `ar-EG` has others than `ar`. */
export function arabicIn(locale: string): CoreTexts {
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false });
  const written = (value: number): string => numbers.format(value);
  const isFew = (value: number): boolean => new Intl.PluralRules(locale).select(value) === 'few';
  return {
    language: 'ar',
    direction: 'rtl',
    notFound: 'الصفحة غير موجودة',
    nothingHere: 'لا يوجد شيء في هذا العنوان.',
    toStart: 'إلى الصفحة الرئيسية',
    unavailable: 'غير متاح مؤقتًا',
    cannotShow: 'لا يمكن عرض هذه الصفحة الآن.',
    tryAgain: 'حاول مرة أخرى بعد قليل',
    partUnavailable: 'جزء من هذه الصفحة غير متاح مؤقتًا.',
    signIn: 'سجّل الدخول ثم أرسل النموذج مرة أخرى.',
    signedIn: 'تم تسجيل دخولك. تحقق مما كتبته ثم أرسله.',
    status: (status) => {
      if (status === 401 || status === 403) return ['لا يُسمح بالدخول', 'ليس لديك إذن بذلك.'];
      if (status === 429) return ['طلبات كثيرة جدًا', 'حاول مرة أخرى لاحقًا.'];
      if (status < 500) return ['لم ينجح ذلك', 'تحقق مما كتبته وحاول مرة أخرى.'];
      return ['خطأ', 'لم ينجح ذلك. حاول مرة أخرى بعد قليل.'];
    },
    tooMany: (seconds) =>
      `طلبات كثيرة جدًا. حاول مرة أخرى بعد ${written(seconds)} ${isFew(seconds) ? 'ثوانٍ' : 'ثانية'}.`,
    bodyRequired: 'المحتوى مطلوب.',
    required: (names) => `مطلوب: ${names.join('، ')}`,
    unknown: (name) => `الحقل ${name} غير معروف`,
    type: (name, types, isRepeated) =>
      `يجب أن يكون ${name} ${types.map((type) => arabicTypes[type] ?? type).join(' أو ')}${isRepeated ? ' ومرة واحدة فقط' : ''}`,
    choice: (name, values) => `يجب أن يكون ${name} إحدى هذه القيم: ${values}`,
    empty: (name) => `يجب ألا يكون ${name} فارغًا`,
    pattern: (name, pattern) => `يجب أن يطابق ${name} النمط ${pattern}`,
    minLength: (name, limit) => `الحد الأدنى لعدد أحرف ${name}: ${written(limit)}`,
    maxLength: (name, limit) => `الحد الأقصى لعدد أحرف ${name}: ${written(limit)}`,
    minimum: (name, limit) => `الحد الأدنى لقيمة ${name}: ${written(limit)}`,
    maximum: (name, limit) => `الحد الأقصى لقيمة ${name}: ${written(limit)}`,
    format: (name, format) => `ليس ${name} بالصيغة ${format}`,
    fileType: (name, kinds) => `يجب أن يكون ${name} ملفًا من نوع ${kinds.join(' أو ')}`,
    fileSize: (name, limit) => `الحد الأقصى لحجم ${name}: ${sizeText(locale, limit)}`,
    fileCount: (name, limit) => `الحد الأقصى لعدد ملفات ${name}: ${written(limit)}`,
    filePicture: (name) => `لا يمكن استخدام ${name} كصورة`,
    contrast: (text, on, { scheme, ratio, least }) =>
      `على الشاشات ${scheme === 'light' ? 'الفاتحة' : 'الداكنة'}، تباين ${text} مع ${on} هو ⁦${ratioText(locale, ratio)}⁩. يحتاج النص إلى ⁦${ratioText(locale, least)}⁩.`,
    other: (name) => `قيمة ${name} غير صالحة`,
  };
}

const arabicTypes: Readonly<Record<string, string>> = {
  string: 'نصًا',
  integer: 'عددًا صحيحًا',
  number: 'عددًا',
  boolean: 'true أو false',
  array: 'قائمة',
  object: 'كائنًا',
  null: 'null',
};
